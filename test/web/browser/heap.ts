import type { Browser, CDPSession, Page } from "playwright-core";

/** What a browser's page and its shared worker hold, after a collection. */
export interface Heaps {
  readonly pageBytes: number;
  readonly linkBytes: number;
}

/** Reads both. The shared worker is asked over the browser's own connection, because it belongs to no page. */
export async function openHeaps(browser: Browser, page: Page): Promise<() => Promise<Heaps>> {
  const own = await page.context().newCDPSession(page);
  const all = await browser.newBrowserCDPSession();
  const { targetInfos } = await all.send("Target.getTargets");
  const { origin } = new URL(page.url());
  const worker = targetInfos.find(({ type, url }) => type === "shared_worker" && url.startsWith(origin));
  if (worker === undefined) throw new Error("there is no shared worker");
  const { sessionId } = await all.send("Target.attachToTarget", { targetId: worker.targetId, flatten: false });
  const askPage: Ask = (method) => own.send(method as "Runtime.getHeapUsage");
  const askLink = askerOf(all, sessionId);
  return async () => ({ pageBytes: await heapBy(askPage), linkBytes: await heapBy(askLink) });
}

type Ask = (method: string) => Promise<unknown>;

async function heapBy(ask: Ask): Promise<number> {
  // What one collection finalizes, the next one frees.
  for (const _ of [1, 2]) await ask("HeapProfiler.collectGarbage");
  return ((await ask("Runtime.getHeapUsage")) as { usedSize: number }).usedSize;
}

/** Asks a target that is attached without a session of its own: answers come as texts. */
function askerOf(session: CDPSession, sessionId: string): Ask {
  let newest = 0;
  const waiting = new Map<number, (result: unknown) => void>();
  session.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id, result } = JSON.parse(message) as { id?: number; result?: unknown };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  return async (method) => {
    newest += 1;
    const id = newest;
    const answer = new Promise((resolve) => waiting.set(id, resolve));
    await session.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method }) });
    return answer;
  };
}
