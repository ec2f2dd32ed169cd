import type { Page } from "playwright-core";
import type { Bench, Benchmark } from "../harness/benchmark.ts";
import { inBrowser, newestIn, type Topic, type Visit } from "../harness/browser.ts";
import { median } from "../harness/figures.ts";

/** From the start of the navigation to the frame that shows a message. */
export const FIRST_MESSAGE = `globalThis.firstMessage = new Promise((resolve) => {
  const observer = new MutationObserver(() => {
    if (document.querySelector("article[data-message]") === null) return;
    observer.disconnect();
    requestAnimationFrame(() => resolve(performance.now()));
  });
  observer.observe(document, { childList: true, subtree: true });
})`;

/** Longer than the client waits before it stores what it shows. */
const STORED_MS = 1000;

export async function load(page: Page, { url }: Topic): Promise<number> {
  await page.goto(url);
  return page.evaluate<number>("globalThis.firstMessage");
}

export async function leave(page: Page): Promise<void> {
  await page.waitForTimeout(STORED_MS);
  await page.goto("about:blank");
}

export async function forget({ context, page, topics }: Visit): Promise<void> {
  const session = await context.newCDPSession(page);
  const { origin } = new URL((topics[0] as Topic).url);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb,local_storage" });
  await session.detach();
}

/** Loads the page again and again in a browser that has its scripts. */
const loads = (bench: Bench, isStored: boolean): Promise<number[]> =>
  inBrowser(bench, async (visit) => {
    const { page, topics } = visit;
    const topic = topics[1] as Topic;
    await page.addInitScript(FIRST_MESSAGE);
    const times: number[] = [];
    // The first visits fetch the scripts, and let the browser keep their compiled form.
    for (let turn = -3; turn < bench.scale.visits; turn += 1) {
      if (!isStored) await forget(visit);
      const time = await load(page, topic);
      await page.locator(newestIn(topic)).waitFor();
      if (turn >= 0) times.push(time);
      await leave(page);
    }
    return times;
  });

const benchmarkOf = (name: string, limit: number, isStored: boolean): Benchmark => ({
  name,
  unit: "ms",
  against: "the longest until a message is on the screen",
  better: "lower",
  bar: 1,
  goal: 1,
  async run(bench) {
    const times = await loads(bench, isStored);
    const value = median(times);
    const all = times.map((time) => time.toFixed(0)).join(", ");
    return { value, limit, ratio: value / limit, notes: [`The visits took ${all} ms.`] };
  },
});

/** A page without anything stored but its scripts: it registers. */
export const webLoad = benchmarkOf("web-load", 200, false);
/** A page that shows what it showed last before the server has answered. */
export const webReload = benchmarkOf("web-reload", 100, true);
