import { device } from "../platform/device.ts";
import { type Kept, readKept } from "./cache.ts";
import type { ToLink } from "./protocol.ts";
import { LOOK_KEY } from "../platform/look-key.ts";
import { confirmedKept } from "./staying.ts";
import { scriptUrl } from "../platform/trusted.ts";

/**
 * Starts the shared worker of all tabs, and reads what there is to show until it answers, which takes longer. The page
 * loads this as a script of its own, so that both happen while the one that draws is still being compiled.
 */
// Tests of other modules have no page.
const { document: page } = globalThis as { document?: Document };
export const linkUrl = page?.querySelector<HTMLMetaElement>('meta[name="parley-link"]')?.content ?? "";
/** Chrome on Android has none, and a browser that keeps nothing for this site refuses it. */
function startWorker(): SharedWorker | undefined {
  try {
    return new SharedWorker(scriptUrl(linkUrl), { type: "module", name: "parley" });
  } catch {
    return undefined;
  }
}
export const sharedWorker = startWorker();
sharedWorker?.port.postMessage({ kind: "hello" } satisfies ToLink);

const NOTHING: Promise<Kept> = Promise.resolve({ isLeft: false });
/** A database that is to be created first takes longer to open than the server takes to answer. */
const isFirstVisit = () => device.get(LOOK_KEY) === null;

/** What a tab shows until the link tells. */
export const kept =
  page === undefined ? undefined : isFirstVisit() ? NOTHING : confirmedKept(readKept(linkUrl, { isForTab: true }));
