import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { browserSession, browserWith, cookieSetBy, SAME_ORIGIN } from "../../../../test/harness/browser.ts";
import type { MailBox } from "../../../../test/harness/mail.ts";
import { raw } from "../../../../test/harness/raw.ts";
import type { TestServer } from "../../../../test/harness/server.ts";
import { GOOD_PASSWORD, linkTo, newcomer, startWithMail, submit } from "../test-support.ts";

const TERMS = "https://elsinore.example/terms?a=1&b=2";
const filled = { full_name: "Yorick Jester", password: GOOD_PASSWORD };

suite("newcomers", () => {
  let server: TestServer;
  let mail: MailBox;
  let stop: () => Promise<void>;
  before(async () => {
    ({ server, mail, stop } = await startWithMail({ env: { PARLEY_TERMS_URL: TERMS } }));
  });
  after(() => stop());

  const invite = async (email: string) => {
    await server.cast.desdemona.call("POST /invites", { invitee_emails: email, stream_ids: [] });
    return linkTo(server, mail, email);
  };
  const welcomeTo = (email: string) => mail.next(email, /Subject: Welcome to Elsinore/);

  test("get an account only after they have agreed to the terms of service, where there are any", async () => {
    const email = "yorick@elsinore.example";
    const link = await invite(email);
    const { text } = await raw(link);
    assert.match(text, /<input id="terms" name="terms" type="checkbox" value="true" required>/);
    assert.ok(text.includes('<a href="https://elsinore.example/terms?a=1&amp;b=2" target="_blank" rel="noopener">'));
    const refused = await submit(link, filled);
    assert.equal(refused.status, 400);
    assert.match(refused.text, /<p class="error" id="terms-error">Agree to the terms/);
    const weak = await submit(link, { ...filled, password: "x", terms: "true" });
    assert.match(weak.text, /type="checkbox" value="true" required checked>/, "it need not be said twice");
    assert.equal((await submit(link, { ...filled, terms: "true" })).status, 200);
    await newcomer(server, email);
  });

  test("are logged in at once, for as long as they say, and whoever used the browser before is logged out", async () => {
    const email = "fortinbras@elsinore.example";
    const link = await invite(email);
    const others = await browserSession(server, server.cast.hamlet);
    const fields = { ...filled, full_name: "Fortinbras", terms: "true" };
    const sent = await others.fetch(new URL(link).pathname, { method: "POST", body: new URLSearchParams(fields) });
    assert.deepEqual([sent.status, sent.headers.get("location")], [303, "/"]);
    assert.equal(sent.headers.get("clear-site-data"), '"storage"');
    assert.doesNotMatch(sent.headers.get("set-cookie") ?? "", /max-age/i, "nobody has chosen to stay");
    const browser = browserWith(server.url, cookieSetBy(sent));
    assert.equal((await browser.call("GET /users/me")).delivery_email, email);
    assert.equal((await others.refused("GET /users/me")).status, 401);
    const next = await invite("reynaldo@elsinore.example");
    const stays = await fetch(next, {
      method: "POST",
      redirect: "manual",
      headers: SAME_ORIGIN,
      body: new URLSearchParams({ ...fields, full_name: "Reynaldo", remember: "true" }),
    });
    assert.match(stays.headers.get("set-cookie") ?? "", /max-age=2592000/i);
  });

  test("see on the form what the organization is", async () => {
    const { desdemona } = server.cast;
    await desdemona.call("PATCH /realm", { description: "The **castle** <script>" });
    const link = await invite("voltimand@elsinore.example");
    const { text } = await raw(link);
    assert.match(text, /<div class="description"><p>The <strong>castle<\/strong> &lt;script&gt;<\/p><\/div>/);
    const register = await raw(`${server.url}/register`);
    assert.match(register.text, /class="description"/);
    assert.match(register.text, /<a href="\/login">Log in<\/a>/);
  });

  test("get a mail that says where their account is, as text and as HTML, however it was made", async () => {
    const { desdemona } = server.cast;
    const made = { email: "osric@elsinore.example", password: GOOD_PASSWORD, full_name: "Osric & Sons" };
    await desdemona.call("POST /users", made);
    const text = (await welcomeTo(made.email)).text.replaceAll("=\r\n", "");
    assert.match(text, /text\/plain[\s\S]*Hello Osric & Sons,/);
    assert.match(text, /text\/html[\s\S]*Hello Osric &amp; Sons,/);
    assert.match(text, /Log in with osric@elsinore\.example and your password\./);
    const link = await invite("laertes@elsinore.example");
    await submit(link, { ...filled, full_name: "Laertes", terms: "true" });
    await welcomeTo("laertes@elsinore.example");
  });

  test("get no such mail where the organization sends none", async () => {
    const { desdemona } = server.cast;
    const account = (name: string) => ({ email: `${name}@elsinore.example`, password: GOOD_PASSWORD, full_name: name });
    await desdemona.call("PATCH /realm", { send_welcome_emails: false });
    await desdemona.call("POST /users", account("gertrude"));
    await desdemona.call("PATCH /realm", { send_welcome_emails: true });
    await desdemona.call("POST /users", account("claudius"));
    await welcomeTo("claudius@elsinore.example");
    assert.deepEqual(
      mail.left().filter(({ to }) => to.includes("gertrude@elsinore.example")),
      [],
    );
  });
});
