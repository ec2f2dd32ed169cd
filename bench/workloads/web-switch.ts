import type { Page } from "playwright-core";
import type { Benchmark } from "../harness/benchmark.ts";
import { inBrowser, newestIn, type Topic } from "../harness/browser.ts";
import { median } from "../harness/figures.ts";
import { worstOf } from "../harness/parts.ts";

interface Shown {
  readonly ms: number;
  readonly frames: number;
}

/** Opens a topic right after a frame, and counts the frames until its newest message is there. */
export const openTopic = (page: Page, topic: Topic): Promise<Shown> =>
  page.evaluate<Shown>(`new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => {
    const started = performance.now();
    let frames = 0;
    location.hash = ${JSON.stringify(topic.fragment)};
    const look = () => {
      frames += 1;
      if (document.querySelector(${JSON.stringify(newestIn(topic))}) === null) requestAnimationFrame(look);
      else resolve({ ms: performance.now() - started, frames });
    };
    requestAnimationFrame(look);
  })))`);

/** Going to another conversation, which was not shown before, and back to one that was. */
export const webSwitch: Benchmark = {
  name: "web-switch",
  unit: "ms",
  against: "the longest until a conversation is shown",
  better: "lower",
  bar: 1,
  goal: 1,
  run: (bench) =>
    inBrowser(bench, async ({ page, topics }) => {
      const [, first, ...others] = topics as [Topic, Topic, ...Topic[]];
      await page.goto(first.url);
      await page.locator(newestIn(first)).waitFor();
      const [fetched, kept]: [Shown[], Shown[]] = [[], []];
      for (const topic of others.slice(0, 2 * bench.scale.visits)) {
        fetched.push(await openTopic(page, topic));
        kept.push(await openTopic(page, first));
        await page.waitForTimeout(100);
      }
      return worstOf([
        { name: "a conversation that is fetched", unit: "ms", value: median(fetched.map(({ ms }) => ms)), limit: 100 },
        { name: "one that is here", unit: "frames", value: median(kept.map(({ frames }) => frames)), limit: 1 },
      ]);
    }),
};
