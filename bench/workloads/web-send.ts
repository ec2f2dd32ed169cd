import type { Benchmark } from "../harness/benchmark.ts";
import { inBrowser, newestIn, type Topic } from "../harness/browser.ts";
import { median } from "../harness/figures.ts";
import { worstOf } from "../harness/parts.ts";

interface Sent {
  readonly frames: number;
  readonly ms: number;
}

/** Watches for the keys that send, counts frames until the text is on the screen, and times until the server has it. */
const watch = (
  text: string,
) => `globalThis.sent = new Promise((resolve) => addEventListener("keydown", ({ key, timeStamp }) => {
  if (key !== "Enter") return;
  let frames = 0;
  let shownAfter = 0;
  const has = (selector) => [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(${JSON.stringify(text)}));
  const look = () => {
    frames += 1;
    if (shownAfter === 0 && has("article")) shownAfter = frames;
    if (has("article[data-message]")) resolve({ frames: shownAfter, ms: performance.now() - timeStamp });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}, { capture: true }));
true`;

/** From the key to the own message on the screen, and to its being stored. */
export const webSend: Benchmark = {
  name: "web-send",
  unit: "ms",
  against: "the longest until an own message is confirmed",
  better: "lower",
  bar: 1,
  goal: 1,
  run: (bench) =>
    inBrowser(bench, async ({ page, topics }) => {
      const topic = topics[1] as Topic;
      await page.goto(topic.url);
      await page.locator(newestIn(topic)).waitFor();
      const sent: Sent[] = [];
      for (let turn = -2; turn < 2 * bench.scale.visits; turn += 1) {
        const text = `message number ${turn + 100}`;
        await page.getByRole("textbox", { name: /^Message/ }).fill(text);
        // The page must be watching before the key comes: a browser handles keys before other work.
        await page.evaluate(watch(text));
        await page.keyboard.press("Control+Enter");
        const times = await page.evaluate<Sent>("globalThis.sent");
        if (turn >= 0) sent.push(times);
      }
      return worstOf([
        { name: "until it is confirmed", unit: "ms", value: median(sent.map(({ ms }) => ms)), limit: 50 },
        { name: "until it is shown", unit: "frames", value: median(sent.map(({ frames }) => frames)), limit: 1 },
      ]);
    }),
};
