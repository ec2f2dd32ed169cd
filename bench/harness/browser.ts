import type { BrowserContext, Page } from "playwright-core";
import { launch } from "../../test/web/browser/launch.ts";
import type { Bench } from "./benchmark.ts";
import { fillTopic } from "./fill-topic.ts";
import { logIn } from "./login.ts";
import type { Measured } from "./processes.ts";
import type { World } from "./worlds.ts";

/** Somebody's browser, logged in to a server. */
export interface Visit {
  readonly server: Measured;
  readonly context: BrowserContext;
  readonly page: Page;
  /** The first is the longest one. */
  readonly topics: readonly Topic[];
}

export interface Topic {
  readonly url: string;
  readonly fragment: string;
  readonly newestId: number;
}

const SHORT_TOPICS = 24;
const SHORT = 200;

/** The heap is read after a collection. */
const FLAGS = ["--enable-precise-memory-info", "--js-flags=--expose-gc"];

/** Does something in the browser of somebody in a team, which is closed afterwards. */
export const inBrowser = async <Value>(bench: Bench, work: (visit: Visit) => Promise<Value>): Promise<Value> =>
  inBrowserOf(bench, { world: await bench.team(), longTopic: bench.scale.longTopic }, work);

interface Place {
  readonly world: World;
  /** Messages of the first topic. */
  readonly longTopic: number;
}

/** The same in a world of one's own. */
export async function inBrowserOf<Value>(
  bench: Bench,
  { world, longTopic }: Place,
  work: (visit: Visit) => Promise<Value>,
): Promise<Value> {
  const channelId = world.channelOf(10);
  const filled: { name: string; newestId: number }[] = [];
  for (let number = 0; number <= SHORT_TOPICS; number += 1) {
    const [name, count] = [`plan-${number}`, number === 0 ? longTopic : SHORT];
    filled.push({ name, newestId: await fillTopic(world, channelId, name, count) });
  }
  await world.sql`analyze message`;
  const cookie = await logIn(world);
  const server = await bench.server(world);
  const home = `http://localhost:${server.port}/`;
  const topics = filled.map(({ name, newestId }): Topic => {
    const fragment = `#narrow/channel/${channelId}/topic/${name}`;
    return { url: home + fragment, fragment, newestId };
  });
  const browser = await launch(FLAGS);
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
    await context.addCookies([{ name: "__Host-parley", value: cookie, domain: "localhost", path: "/", secure: true }]);
    return await work({ server, context, page: await context.newPage(), topics });
  } finally {
    await browser.close();
  }
}

export const newestIn = ({ newestId }: Topic): string => `article[data-message="${newestId}"]`;
