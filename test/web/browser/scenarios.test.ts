import { after, before, suite, test } from "node:test";
import type { Browser } from "playwright-core";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { IS_LONG } from "../../harness/chance.ts";
import type { Way } from "./hands.ts";
import { createPlayer, type Player, type Scenario, scenarios, WAYS } from "./scene.ts";
import "./scenarios/feed.ts";
import "./scenarios/hostile.ts";
import "./scenarios/messages.ts";
import "./scenarios/notices.ts";
import "./scenarios/people.ts";
import "./scenarios/places.ts";
import "./scenarios/upkeep.ts";
import "./scenarios/quiet.ts";
import "./scenarios/writing.ts";

const TITLES = { pointer: "by pointer", keyboard: "by keyboard alone", touch: "on a phone, by touch" } as const;

/** `npm run scenarios` plays each scenario in all of its ways; a short run plays each in one, which differ. */
const isPlayed = ({ ways }: Scenario, index: number, way: Way): boolean =>
  IS_LONG ? ways.includes(way) : ways[index % ways.length] === way;

// The three ways at the same time: each waits more than it works.
suite("people use the browser client", { skip: executablePath === undefined, concurrency: WAYS.length }, () => {
  let server: TestServer;
  let browser: Browser;
  before(async () => {
    [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
  });
  after(() => closePages(browser));

  for (const way of WAYS) {
    suite(TITLES[way], { concurrency: 1 }, () => {
      let player: Player;
      before(() => {
        player = createPlayer(way, { server, browser });
      });
      const played = scenarios.filter((scenario, index) => isPlayed(scenario, index, way));
      for (const scenario of played) test(scenario.title, () => player.play(scenario));
    });
  }
});
