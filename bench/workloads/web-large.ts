import type { Page } from "playwright-core";
import type { Bench, Benchmark } from "../harness/benchmark.ts";
import { inBrowserOf, newestIn, type Topic, type Visit } from "../harness/browser.ts";
import { median } from "../harness/figures.ts";
import { subscribeFirstUser } from "../harness/fill.ts";
import { largestOf } from "../harness/scale.ts";
import { FIRST_MESSAGE, forget, leave, load } from "./web-load.ts";
import { openTopic } from "./web-switch.ts";

const NAMES = ["load", "reload", "switch", "key", "completion", "search"] as const;
/** What somebody waits for, in milliseconds. */
type Waits = Readonly<Record<(typeof NAMES)[number], number>>;

const SUBSCRIBED = 300;
/** Names of people begin so: most of them are found for as long as nothing else is typed. */
const NAME = "user num";

/** From each key to the frame after what it has changed. */
const WATCH_KEYS = `globalThis.keyTimes = [];
addEventListener("keydown", ({ timeStamp }) => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => globalThis.keyTimes.push(performance.now() - timeStamp);
  channel.port2.postMessage(undefined);
}), { capture: true });
true`;

async function timeKeys(page: Page, text: string): Promise<number> {
  await page.evaluate("globalThis.keyTimes.length = 0");
  for (const key of text) {
    await page.keyboard.press(key);
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))");
  }
  return median(await page.evaluate<number[]>("globalThis.keyTimes"));
}

async function timeTyping(page: Page): Promise<Pick<Waits, "key" | "completion" | "search">> {
  await page.evaluate(WATCH_KEYS);
  const box = page.getByRole("textbox", { name: /^Message/ });
  await box.fill("");
  await box.focus();
  const key = await timeKeys(page, "as people write");
  await box.fill("@");
  const completion = await timeKeys(page, NAME);
  await box.fill("");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").and(page.locator(":focus")).waitFor();
  const search = await timeKeys(page, NAME);
  return { key, completion, search };
}

/** The columns are drawn, and what was fetched is stored. */
const SETTLED_MS = 2000;

/** One visit, with nothing stored and then with what it has stored. */
async function visitOnce(visit: Visit, turn: number): Promise<Waits> {
  const { page, topics } = visit;
  const [, first, ...others] = topics as [Topic, Topic, ...Topic[]];
  const arrive = async (): Promise<number> => {
    const time = await load(page, first);
    await page.locator(newestIn(first)).waitFor();
    return time;
  };
  await forget(visit);
  const loading = await arrive();
  await page.waitForTimeout(SETTLED_MS);
  await leave(page);
  const reload = await arrive();
  await page.waitForTimeout(SETTLED_MS);
  const { ms } = await openTopic(page, others[turn % others.length] as Topic);
  const typing = await timeTyping(page);
  await leave(page);
  return { load: loading, reload, switch: ms, ...typing };
}

/** The first visits fetch the scripts, and let the browser keep their compiled form. */
const WARM_VISITS = 2;

/** Both browsers are open at once, and visited in turn: what else the machine does slows both. */
async function compared(bench: Bench): Promise<readonly Record<"large" | "small", Waits>[]> {
  const largest = await bench.largest();
  await subscribeFirstUser(largest.sql, largestOf(bench.scale), SUBSCRIBED);
  return inBrowserOf(bench, { world: await bench.team(), longTopic: 1 }, (small) =>
    inBrowserOf(bench, { world: largest, longTopic: 1 }, async (large) => {
      for (const { page } of [small, large]) await page.addInitScript(FIRST_MESSAGE);
      const pairs: Record<"large" | "small", Waits>[] = [];
      for (let turn = -WARM_VISITS; turn < bench.scale.visits; turn += 1) {
        const pair = {
          small: await visitOnce(small, turn + WARM_VISITS),
          large: await visitOnce(large, turn + WARM_VISITS),
        };
        if (turn >= 0) pairs.push(pair);
      }
      return pairs;
    }),
  );
}

/** Two frames: what takes less is one frame or two by chance, and nobody sees the difference. */
const SEEN_MS = 33;

/** What a browser does in the largest organization, against a team. */
export const webLarge: Benchmark = {
  name: "web-large",
  unit: "ms",
  against: "the same load in a team",
  better: "lower",
  bar: 1.5,
  goal: 1.2,
  async run(bench) {
    const pairs = await compared(bench);
    const of = (side: "large" | "small", name: keyof Waits) => median(pairs.map((pair) => pair[side][name]));
    const parts = NAMES.map((name) => ({
      name,
      large: of("large", name),
      small: of("small", name),
      ratio: median(pairs.map(({ large, small }) => Math.max(large[name], SEEN_MS) / Math.max(small[name], SEEN_MS))),
    }));
    const notes = parts.map(
      ({ name, large, small, ratio }) =>
        `${name}: ${large.toFixed(0)} ms, in a team ${small.toFixed(0)} ms, ratio ${ratio.toFixed(2)}`,
    );
    const ratio = Math.max(...parts.map((part) => part.ratio));
    return { value: of("large", "load"), limit: of("small", "load"), ratio, notes };
  },
};
