import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, suite, test } from "node:test";
import type { Browser } from "playwright-core";
import {
  asking,
  exchanged,
  registerProgram,
  type TokenAnswer,
} from "../../../src/domains/integrations/mcp/oauth/test-support.ts";
import { PING, send } from "../../../src/domains/integrations/mcp/test-support.ts";
import { PASSWORD } from "../../harness/cast.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { homeOf, PHONE, visit } from "./visitor.ts";

suite("people let assistants in", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let browser: Browser;
  let redirect: string;
  /** What the program was told. */
  const told: URLSearchParams[] = [];
  before(async () => {
    const started = await startTestServer();
    // As people reach it, so that the cookie is that of the page.
    server = { ...started, url: homeOf(started.url) };
    browser = await openBrowser();
    const program = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://program");
      if (pathname === "/back") told.push(searchParams);
      response.setHeader("content-type", "text/html").end("<!doctype html><title>Program</title><h1>Connected</h1>");
    }).listen(0, "127.0.0.1");
    await once(program, "listening");
    after(() => {
      program.closeAllConnections();
      program.close();
    });
    redirect = `http://127.0.0.1:${(program.address() as AddressInfo).port}/back`;
  });
  after(() => closePages(browser));

  test("an administrator lets assistants in, and lets them register themselves", async () => {
    const iago = await visit(browser, server.url);
    await iago.comeBack("iago", "#organization/api-keys");
    const { page } = iago;
    await page.getByLabel("Who can connect AI assistants (MCP)").selectOption("Everyone");
    await page.getByLabel("Assistants can register themselves").check();
    await until(
      () => server.cast.iago.register(),
      (state) => state["realm_mcp_access"] === "everyone" && state["realm_mcp_client_registration"] === true,
    );
    await iago.check("assistants/settings");
    await iago.close();
  });

  test("a person logs in, sees who asks for what, allows some of it, and finds the assistant among the keys", async () => {
    const { id } = await registerProgram(server, { redirect_uris: [redirect] });
    const { url, verifier } = asking(server, id, { redirect_uri: redirect });
    const hamlet = await visit(browser, server.url);
    const { page } = hamlet;
    await page.goto(url.href);
    await page.getByRole("heading", { name: "Log in first" }).waitFor();
    await hamlet.check("assistants/log-in-first");
    await page.getByRole("link", { name: "Log in" }).click();
    await page.getByLabel("Email").fill(server.cast.hamlet.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await page.getByRole("heading", { name: "Connect Yorick's assistant?" }).waitFor();
    await page.getByText("It is a program on this computer.").waitFor();
    await hamlet.check("assistants/question");
    await page.getByLabel("Send messages, react, and mark messages as read").uncheck();
    await page.getByLabel("Password").fill("wrong");
    await page.getByRole("button", { name: "Allow" }).click();
    await page.getByText("Wrong password!").waitFor();
    await hamlet.check("assistants/refused");
    assert.equal(await page.getByLabel("Send messages, react, and mark messages as read").isChecked(), false);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Allow" }).click();
    await page.getByRole("heading", { name: "Connected" }).waitFor();
    const code = told.at(-1)?.get("code") ?? "";
    const answer = await exchanged(server, { id, code, verifier }, { redirect_uri: redirect });
    const { access_token: token, scope } = answer.json as unknown as TokenAnswer;
    assert.equal(scope, "channels:read messages:read users:read");
    assert.equal((await send(server, PING, { authorization: `Bearer ${token}` })).status, 200);
    await hamlet.comeBack("hamlet", "#settings/api-keys");
    await page.getByText("Assistant, connected by OAuth").waitFor();
    await hamlet.check("assistants/listed");
    await page.getByRole("button", { name: "Revoke Yorick's assistant" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByText("No API keys yet.").waitFor();
    assert.equal((await send(server, PING, { authorization: `Bearer ${token}` })).status, 401);
    await hamlet.close();
  });

  test("a person refuses, on a phone, in the dark and in German, and the program is told so", async () => {
    const { id } = await registerProgram(server, { redirect_uris: [redirect] });
    const phone = await visit(browser, server.url, { ...PHONE, colorScheme: "dark", locale: "de-DE" });
    await phone.comeBack("othello");
    const { page } = phone;
    await page.goto(asking(server, id, { redirect_uri: redirect }).url.href);
    await page.getByRole("heading", { name: "Yorick's assistant verbinden?" }).waitFor();
    await phone.check("assistants/phone-question");
    await page.getByRole("link", { name: "Nicht erlauben" }).click();
    await page.getByRole("heading", { name: "Connected" }).waitFor();
    assert.deepEqual(
      [told.at(-1)?.get("error"), told.at(-1)?.get("state"), told.at(-1)?.get("iss")],
      ["access_denied", "s", server.url],
    );
    await phone.close();
  });
});
