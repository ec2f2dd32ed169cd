import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { executablePath } from "./chromium.ts";
import { checkScreen } from "./screen.ts";
import { closePages, openBrowser } from "./shared-browser.ts";

suite("the check of a screen", { skip: executablePath === undefined }, () => {
  let browser: Browser;
  let page: Page;
  before(async () => {
    browser = await openBrowser();
    page = await browser.newPage();
    await page.setContent(
      `<!doctype html><html lang="en"><title>Castle</title>
       <main><h1>Castle</h1><p>Plain words</p><button>Open the gate</button></main>`,
    );
    await checkScreen(page, { list: [] }, "");
  });
  after(() => closePages(browser));

  const faults = {
    "color-contrast": `<p class="faint" style="color: #ddd">Faint words</p>`,
    "target-size": `<div class="tiny"><button style="all: unset; font-size: 8px">a</button><button style="all: unset; font-size: 8px">b</button></div>`,
    "image-alt": `<img class="unnamed" src="data:," />`,
    "landmark-no-duplicate-banner": `</main><header class="first">One</header><header class="second">Two</header>`,
  };
  for (const [rule, html] of Object.entries(faults)) {
    test(`finds what breaks the rule ${rule} beside what was checked before, and passes without it`, async () => {
      const whole = await page.content();
      await page.setContent(whole.replace("</main>", `${html}</main>`));
      await assert.rejects(checkScreen(page, { list: [] }, ""), new RegExp(`id: '${rule}'`));
      await page.setContent(whole);
      await checkScreen(page, { list: [] }, "");
    });
  }
});
