import type { ToLink } from "./protocol.ts";
import { scriptUrl } from "../ui/trusted.ts";

/**
 * Starts the shared worker of all tabs. The page loads this as a script of its own, before the one that draws: the worker
 * reads what is stored while that one is still being compiled.
 */
// Tests of other modules have no page.
const { document: page } = globalThis as { document?: Document };
export const linkUrl = page?.querySelector<HTMLMetaElement>('meta[name="parley-link"]')?.content ?? "";
export const sharedWorker =
  "SharedWorker" in globalThis ? new SharedWorker(scriptUrl(linkUrl), { type: "module", name: "parley" }) : undefined;
sharedWorker?.port.postMessage({ kind: "hello" } satisfies ToLink);
