import type { Page } from "playwright-core";
import type { Benchmark } from "../harness/benchmark.ts";
import { inBrowser, newestIn, type Topic } from "../harness/browser.ts";
import { worstOf } from "../harness/parts.ts";

const STEP_PX = 600;
const MB = 1e6;

interface Scrolled {
  readonly p95: number;
  /** Frames that showed less than they could have, or could not scroll because messages had not come yet. */
  readonly blank: number;
  readonly rows: number;
  /** The farthest that a row was from where scrolling alone would have put it. */
  readonly drift: number;
  readonly messages: number;
}

/** Scrolls in every frame, upwards or downwards, and looks at what the browser is about to paint. */
const scroll = (page: Page, frames: number, step: number): Promise<Scrolled> =>
  page.evaluate<Scrolled>(`(async () => {
    const list = document.querySelector(".feed .list");
    const frame = () => new Promise(requestAnimationFrame);
    const rowsOf = () => [...list.querySelectorAll("[data-key]")];
    const topOf = (row) => row.getBoundingClientRect().top;
    const view = list.getBoundingClientRect();
    const isEnd = () => (${step} < 0 ? list.querySelector(".loading") === null && list.scrollTop <= 0 : false);
    const times = [];
    const seen = new Set();
    let [blank, rows, drift, before, followed] = [0, 0, 0, await frame(), undefined];
    while (times.length < ${frames}) {
      const now = await frame();
      times.push(now - before);
      before = now;
      if (followed !== undefined && followed.row.isConnected) drift = Math.max(drift, Math.abs(topOf(followed.row) - followed.top));
      if (isEnd()) break;
      const place = list.scrollTop;
      list.scrollTop += ${step};
      const all = rowsOf();
      const isStuck = Math.abs(list.scrollTop - place) < Math.abs(${step}) - 1;
      const isCovered = all.length > 0 && topOf(all[0]) <= view.top + 1 && all.at(-1).getBoundingClientRect().bottom >= view.bottom - 1;
      if (isStuck || !isCovered) blank += 1;
      rows = Math.max(rows, all.length);
      for (const row of all) seen.add(row.dataset.key);
      const row = all.find((one) => topOf(one) > view.top + view.height / 3);
      followed = row === undefined ? undefined : { row, top: topOf(row) };
    }
    times.sort((a, b) => a - b);
    return { p95: times[Math.floor(times.length * 0.95)], blank, rows, drift, messages: seen.size };
  })()`);

/** The heap after a collection. */
const heapOf = (page: Page): Promise<number> =>
  page.evaluate<number>("(gc(), performance.memory.usedJSHeapSize)").then((bytes) => bytes / MB);

/** Scrolling fast through a long topic: upwards through messages that have to be fetched, and down again. */
export const webScroll: Benchmark = {
  name: "web-scroll",
  unit: "ms",
  against: "the longest frame but for one in twenty",
  better: "lower",
  bar: 1,
  goal: 1,
  run: (bench) =>
    inBrowser(bench, async ({ page, topics }) => {
      const topic = topics[0] as Topic;
      await page.goto(topic.url);
      await page.locator(newestIn(topic)).waitFor();
      await page.waitForTimeout(1000);
      const up = await scroll(page, bench.scale.frames, -STEP_PX);
      const down = await scroll(page, Math.floor(bench.scale.frames / 3), STEP_PX);
      const heap = await heapOf(page);
      const both = [up, down];
      const most = (read: (scrolled: Scrolled) => number) => Math.max(...both.map(read));
      const { notes = [], ...figure } = worstOf([
        { name: "p95 of the frames", unit: "ms", value: most(({ p95 }) => p95), limit: 20 },
        { name: "rows in the document", unit: "rows", value: most(({ rows }) => rows), limit: 60 },
        { name: "heap", unit: "MB", value: heap, limit: 40 },
      ]);
      const [blank, drift] = [most((run) => run.blank), most((run) => run.drift)];
      const moved = both.map(({ messages }) => messages).join(" up, ");
      const ratio = blank > 0 || drift > DRIFT_PX ? Math.max(figure.ratio, 1 + blank) : figure.ratio;
      return {
        ...figure,
        ratio,
        notes: [...notes, `${blank} blank frames, drift ${drift.toFixed(3)} px, ${moved} messages down.`],
      };
    }),
};

/** Browsers lay out in steps of a 64th of a pixel. */
const DRIFT_PX = 1 / 32;
