import { setTimeout as sleep } from "node:timers/promises";
import type { Benchmark } from "../harness/benchmark.ts";
import { inBrowser, newestIn, type Topic } from "../harness/browser.ts";
import { METRICS_TOKEN } from "../harness/people.ts";

const TABS = 10;
const SETTLED_MS = 1000;

/** The polls that wait at the server for one browser with many tabs. */
export const webTabs: Benchmark = {
  name: "web-tabs",
  unit: "polls",
  against: "the most for one browser",
  better: "lower",
  bar: 1,
  goal: 1,
  run: (bench) =>
    inBrowser(bench, async ({ context, server, topics }) => {
      for (let tab = 0; tab < TABS; tab += 1) {
        const page = await context.newPage();
        const topic = topics[1 + (tab % 3)] as Topic;
        await page.goto(topic.url);
        await page.locator(newestIn(topic)).waitFor();
      }
      await sleep(SETTLED_MS);
      const response = await fetch(`http://127.0.0.1:${server.port}/metrics`, {
        headers: { authorization: `Bearer ${METRICS_TOKEN}` },
      });
      const value = Number(/^parley_parked_polls (\d+)$/m.exec(await response.text())?.[1]);
      return { value, limit: 1, ratio: value, notes: [`${TABS} tabs are open.`] };
    }),
};
