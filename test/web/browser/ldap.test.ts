import { after, before, suite, test } from "node:test";
import type { Browser } from "playwright-core";
import { directoryAt } from "#domains/entry/sign-on/ldap/test-support.ts";
import { signOnFlags } from "#domains/entry/sign-on/test-support.ts";
import { PASSWORD } from "../../harness/cast.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { passwordOf, personEntry, startSlapd, withoutSlapd } from "../../harness/slapd.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { homeOf, visit } from "./visitor.ts";

suite("people whose passwords are in a directory", { skip: executablePath === undefined || withoutSlapd }, () => {
  let server: TestServer;
  let browser: Browser;
  let home: string;
  before(async () => {
    const slapd = await startSlapd(["ophelia", "hamlet", "desdemona"].map((uid) => personEntry(uid)));
    [server, browser] = await Promise.all([
      startTestServer({ flags: signOnFlags([directoryAt(slapd)]) }),
      openBrowser(),
    ]);
    home = homeOf(server.url);
  });
  after(() => closePages(browser));

  test("somebody logs in by user name, out, and not with another password", async () => {
    const { page, check, close } = await visit(browser, server.url);
    await page.goto(`${home}/login/`);
    const enter = async (name: string, password: string) => {
      await page.getByLabel("User name or email").fill(name);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Log in", exact: true }).click();
    };
    await enter("ophelia", "a wrong one");
    await page.getByText("The user name or password is incorrect.").waitFor();
    await check("directory/wrong");
    await enter("ophelia", passwordOf("ophelia"));
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    await page.getByRole("button", { name: /Elsinore/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.getByLabel("User name or email").waitFor();
    await close();
  });

  test("an owner shows once by their own password that the account is theirs, and switches the directory off", async () => {
    const { page, check, close } = await visit(browser, server.url);
    const logIn = async () => {
      await page.goto(`${home}/login/`);
      await page.getByLabel("User name or email").fill("desdemona");
      await page.getByLabel("Password").fill(passwordOf("desdemona"));
      await page.getByRole("button", { name: "Log in", exact: true }).click();
    };
    await logIn();
    await page.getByRole("heading", { name: "Is this your account?" }).waitFor();
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    await page.evaluate(`location.hash = "#organization/sign-on"`);
    const off = page.getByLabel("Allow login with the passwords of this directory");
    await off.waitFor();
    await check("directory/settings");
    await off.click();
    await page.getByText("Saved").waitFor();
    await page.context().clearCookies();
    await page.goto(`${home}/login/`);
    await page.getByLabel("Email", { exact: true }).waitFor();
    await close();
  });
});
