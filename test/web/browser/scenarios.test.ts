import { after, before, suite, test } from "node:test";
import type { Browser } from "playwright-core";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { executablePath, launch } from "./chromium.ts";
import { createPlayer, type Player, scenarios, WAYS } from "./scene.ts";
import "./scenarios/feed.ts";
import "./scenarios/hostile.ts";
import "./scenarios/messages.ts";
import "./scenarios/notices.ts";
import "./scenarios/people.ts";
import "./scenarios/places.ts";
import "./scenarios/writing.ts";

const TITLES = { pointer: "by pointer", keyboard: "by keyboard alone", touch: "on a phone, by touch" } as const;

// The three ways at the same time: each waits more than it works.
suite("people use the browser client", { skip: executablePath === undefined, concurrency: WAYS.length }, () => {
  let server: TestServer;
  let browser: Browser;
  before(async () => {
    [server, browser] = await Promise.all([startTestServer(), launch()]);
  });
  after(() => browser.close());

  for (const way of WAYS) {
    suite(TITLES[way], { concurrency: 1 }, () => {
      let player: Player;
      before(() => {
        player = createPlayer(way, { server, browser });
      });
      for (const one of scenarios.filter(({ ways }) => ways.includes(way))) test(one.title, () => player.play(one));
    });
  }
});
