import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath, launch } from "./chromium.ts";
import { visit, type Visitor } from "./visitor.ts";

suite("people change their settings", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let hamlet: Visitor;
  let page: Page;

  before(async () => {
    server = await startTestServer();
    browser = await launch();
    hamlet = await visit(browser, server.url);
    ({ page } = hamlet);
    await hamlet.logIn("hamlet");
  });
  after(() => browser.close());

  const ownSettings = async () => (await server.cast.hamlet.register()).user_settings as Record<string, unknown>;

  test("a setting is found by search, saved as it is changed, and a change elsewhere is shown", async () => {
    await hamlet.open("#settings");
    await page.getByRole("searchbox", { name: "Search in Settings" }).fill("13:00");
    const toggle = page.getByRole("checkbox", { name: /13:00/ });
    const before = await toggle.isChecked();
    await toggle.click();
    await page.getByRole("status").getByText("Saved").waitFor();
    await hamlet.check();
    assert.equal((await ownSettings())["twenty_four_hour_time"], !before);
    await server.cast.hamlet.call("PATCH /settings", { twenty_four_hour_time: before });
    await until(
      () => toggle.isChecked(),
      (isChecked) => isChecked === before,
    );
  });
});
