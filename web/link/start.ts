import { readKept } from "./cache.ts";
import type { ToLink } from "./protocol.ts";
import { scriptUrl } from "../ui/trusted.ts";

/**
 * Starts the shared worker of all tabs, and reads what there is to show until it answers, which takes longer. The page
 * loads this as a script of its own, so that both happen while the one that draws is still being compiled.
 */
// Tests of other modules have no page.
const { document: page } = globalThis as { document?: Document };
export const linkUrl = page?.querySelector<HTMLMetaElement>('meta[name="parley-link"]')?.content ?? "";
export const sharedWorker =
  "SharedWorker" in globalThis ? new SharedWorker(scriptUrl(linkUrl), { type: "module", name: "parley" }) : undefined;
sharedWorker?.port.postMessage({ kind: "hello" } satisfies ToLink);

/** What a tab shows until the link tells. */
export const kept = linkUrl === "" ? undefined : readKept(linkUrl);
