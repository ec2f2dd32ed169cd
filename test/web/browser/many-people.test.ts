import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { createDatabase } from "../../harness/database.ts";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { visit } from "./visitor.ts";

/** From here on a registration names few people; and more channels than a screen is high. */
const [GUARDS, CHANNELS] = [20_000, 100];
const FIRST = 100_000;

suite("an organization of very many people", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let channel: MadeChannel;
  before(async () => {
    const database = await createDatabase();
    await database.sql`
      insert into account (realm_id, id, email, email_key, full_name, role, date_joined, email_visibility)
      select 1, ${FIRST}::int + n, email, email, 'Guard ' || lpad(n::text, 5, '0'), 400, now(), 3
      from generate_series(1, ${GUARDS}::int) n, lateral (select 'guard' || n || '@elsinore.example') e (email)`;
    [server, browser] = await Promise.all([startTestServer({ database }), openBrowser()]);
    const { hamlet } = server.cast;
    channel = await createChannel(hamlet, { name: "rampart", subscribers: [hamlet.id] });
    await hamlet.call("POST /users/me/subscriptions", {
      subscriptions: Array.from({ length: CHANNELS }, (_, n) => ({ name: `post ${n}` })),
    });
  });
  after(() => closePages(browser));

  /** How many people each registration of a browser has named. */
  function registrationsOf(page: Page): number[] {
    const counts: number[] = [];
    page.context().on("response", (response) => {
      if (new URL(response.url()).pathname === "/json/register")
        void response.json().then(({ realm_users: users }: { realm_users: unknown[] }) => counts.push(users.length));
    });
    return counts;
  }

  const stored = (page: Page): Promise<number> =>
    page.evaluate(`new Promise((resolve) => {
      const opening = indexedDB.open("parley");
      opening.onsuccess = () => {
        const keys = opening.result.transaction("snapshot").objectStore("snapshot").getAllKeys();
        keys.onsuccess = () => {
          opening.result.close();
          resolve(keys.result.filter((key) => key.includes(" people/active/")).length);
        };
      };
    })`);

  test("is shown before they are there, and then each of them is found, also after a reload", async () => {
    const visitor = await visit(browser, server.url);
    const { page } = visitor;
    const registrations = registrationsOf(page);
    await visitor.comeBack("hamlet", `#narrow/channel/${channel.id}/topic/night`);
    const box = page.getByRole("textbox", { name: /^Message/ });
    const mention = async (text: string, name: string) => {
      await box.fill("");
      await until(
        async () => {
          await box.fill(`@${text}`);
          return page.getByRole("option", { name }).count();
        },
        (count) => count === 1,
      );
    };
    await mention("guard 19999", "Guard 19999");
    assert.ok(registrations.length > 0 && Math.max(...registrations) < 100, `named ${registrations.join()}`);
    const counts = await Promise.all(
      [".people li", "article", ".switcher li"].map((rows) => page.locator(rows).count()),
    );
    assert.ok(Math.max(...counts) <= 102, `drawn are ${counts.join()} rows`);
    await server.cast.iago.call("PATCH /users/{user_id}", { user_id: FIRST + 7, full_name: "Francisco at his post" });
    await mention("francisco", "Francisco at his post");
    await box.fill("");

    // What is stored is there again, without another registration.
    await until(
      () => stored(page),
      (pieces) => pieces >= GUARDS / 256,
    );
    const before = registrations.length;
    await page.reload();
    await mention("guard 00012", "Guard 00012");
    await mention("francisco", "Francisco at his post");
    await box.fill("");
    assert.equal(registrations.length, before);
    await visitor.close();
  });
});
