import type { BrowserContext, Page } from "playwright-core";
import { launch } from "../../test/web/browser/launch.ts";
import type { Bench } from "./benchmark.ts";
import { fillTopic } from "./fill-topic.ts";
import { logIn } from "./login.ts";
import type { Measured } from "./processes.ts";

/** Somebody's browser, logged in to the server of a team with a long history. */
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

/** Does something in a browser, which is closed afterwards. */
export async function inBrowser<Value>(bench: Bench, work: (visit: Visit) => Promise<Value>): Promise<Value> {
  const world = await bench.team();
  const channelId = world.channelOf(10);
  const filled: { name: string; newestId: number }[] = [];
  for (let number = 0; number <= SHORT_TOPICS; number += 1) {
    const [name, count] = [`plan-${number}`, number === 0 ? bench.scale.longTopic : SHORT];
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
