import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser } from "playwright-core";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { visit } from "./visitor.ts";

/** A picture of one pixel. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

suite("people take their first steps", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;

  before(async () => {
    server = await startTestServer();
    browser = await openBrowser();
  });
  after(() => closePages(browser));

  const stepsLeft = async (name: "hamlet" | "desdemona") =>
    ((await server.cast[name].register()).onboarding_steps as readonly { readonly name: string }[]).map(
      (step) => step.name,
    );

  test("a newcomer gets a tour of three steps, leaves it, and never sees it again", async () => {
    const hamlet = await visit(browser, server.url);
    const { page } = hamlet;
    await hamlet.logIn("hamlet");
    const tour = page.getByRole("region", { name: "A short tour" });
    await tour.getByText("Step 1 of 3").waitFor();
    await hamlet.check();
    await tour.getByRole("button", { name: "Next" }).press("Enter");
    await tour.getByText("Your inbox shows what is new").waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await hamlet.check();
    await tour.getByRole("button", { name: "End the tour" }).click();
    await tour.waitFor({ state: "detached" });
    await until(
      () => stepsLeft("hamlet"),
      (left) => !left.includes("intro_inbox_view_modal"),
    );
    await page.reload();
    await page.locator("main.inbox").waitFor();
    assert.equal(await tour.count(), 0);
    await hamlet.close();
  });

  test("the first owner names the organization, invites and makes channels, and is not asked again", async () => {
    const { desdemona, ...others } = server.cast;
    for (const { id } of Object.values(others)) await desdemona.call("DELETE /users/{user_id}", { user_id: id });
    const owner = await visit(browser, server.url);
    const { page } = owner;
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    await owner.logIn("desdemona");
    const realm = async () => (await desdemona.register()) as Readonly<Record<string, unknown>>;
    await page.getByRole("heading", { name: /^Set up/ }).waitFor();
    await page.getByRole("link", { name: /^Inbox/ }).click();
    await page.locator("main.inbox").waitFor();
    await owner.open("#welcome");
    await page.getByLabel("What is your organization called?").fill("The Globe");
    await button("Next").click();
    await page.getByLabel("A picture for your organization").setInputFiles({
      name: "globe.png",
      mimeType: "image/png",
      buffer: PICTURE,
    });
    await page.getByRole("img", { name: "The picture" }).waitFor();
    await owner.check();
    await button("Next").click();
    await button("Create a link").click();
    assert.match(await page.getByLabel("Invite by link").inputValue(), /\/join\//);
    await page.getByLabel("Or by email").fill("puck@globe.example");
    await button("Invite").click();
    await page.getByText("This server sends no mail").waitFor();
    await owner.check();
    await button("Next").click();
    await page.getByLabel("Another channel").fill("rehearsals");
    await page.getByLabel("Another channel").press("Enter");
    await page.getByRole("list", { name: "Channels" }).getByText("rehearsals").waitFor();
    await page.emulateMedia({ colorScheme: "dark" });
    await owner.check();
    await button("Done").click();
    await page.locator("main.inbox").waitFor();
    const { realm_name, realm_icon_source } = await realm();
    assert.deepEqual([realm_name, realm_icon_source], ["The Globe", "U"]);
    await until(
      () => stepsLeft("desdemona"),
      (left) => !left.includes("navigation_tour_video"),
    );
    await page.reload();
    await page.locator("main.inbox").waitFor();
    await owner.close();
  });
});
