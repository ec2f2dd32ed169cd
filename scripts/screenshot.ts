import { join } from "node:path";
import { parseArgs } from "node:util";
import { launch } from "../test/web/browser/launch.ts";
import { fillFolder } from "./demo/fill.ts";
import { emailOf, PASSWORD, PEOPLE } from "./demo/people.ts";
import { startServer } from "./demo/server-process.ts";

/**
 * `npm run screenshot` takes the picture of the README: a conversation of the demonstration's organization. Another
 * address of the client or another file can be given: `npm run screenshot -- --address '#inbox' --file inbox.png`.
 */
const { values } = parseArgs({
  options: {
    address: { type: "string" },
    file: { type: "string", default: join(import.meta.dirname, "../docs/parley.png") },
    width: { type: "string", default: "1280" },
    height: { type: "string", default: "760" },
    scheme: { type: "string", default: "light" },
    data: { type: "string", default: "./data/demo" },
  },
});

const [CHANNEL, TOPIC] = ["engineering", "Postgres upgrade"];

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

await fillFolder({ dataDir: values.data, people: PEOPLE.length, messages: 5000, weeks: 6, seed: 1, say });
const server = await startServer(["--port", "0", "--data", values.data, "--log-level", "warn"]);
try {
  const home = server.url.replace("127.0.0.1", "localhost");
  const browser = await launch();
  const context = await browser.newContext({
    viewport: { width: Number(values.width), height: Number(values.height) },
    colorScheme: values.scheme === "dark" ? "dark" : "light",
    reducedMotion: "reduce",
  });
  const [reader] = PEOPLE;
  if (reader === undefined) throw new Error("The demonstration has nobody.");
  await context.request.post(`${home}/json/login`, {
    headers: { "sec-fetch-site": "same-origin" },
    form: { username: emailOf(reader), password: PASSWORD },
  });
  const answer = await context.request.get(`${home}/json/get_stream_id`, { params: { stream: CHANNEL } });
  const { stream_id } = (await answer.json()) as { stream_id: number };
  const page = await context.newPage();
  await page.goto(`${home}/${values.address ?? `#narrow/channel/${stream_id}/topic/${encodeURIComponent(TOPIC)}`}`);
  await page.locator("main:not([aria-busy])").waitFor();
  // What acts on messages has been loaded when notices have their place.
  await page.locator(".toasts").waitFor({ state: "attached" });
  await page.waitForFunction("[...document.images].every((image) => image.complete)");
  // Times and emoji are drawn when the browser is idle.
  await page.waitForTimeout(1000);
  await page.screenshot({ path: values.file });
  await browser.close();
  say(`${values.file} is written.`);
} finally {
  await server.stop();
}
