import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { holds } from "../../test/events/holds.ts";
import { type MailBox, startMailBox } from "../../test/harness/mail.ts";
import { raw } from "../../test/harness/raw.ts";
import { startTestServer, type TestServer } from "../../test/harness/server.ts";

suite("a new address", () => {
  let server: TestServer;
  let mail: MailBox;
  before(async () => {
    mail = await startMailBox();
    const flags = ["--mail-from", "parley@elsinore.example"];
    server = await startTestServer({ flags, env: mail.env });
  });
  after(async () => {
    await server.stop();
    await mail.close();
  });

  const linkTo = async (recipient: string) => {
    const { text } = await mail.next(recipient);
    // Mail breaks lines where it likes.
    const [, path] = /https?:\/\/[^/\s]+(\/accounts\/\S+)/.exec(text.replaceAll("=\r\n", "")) ?? [];
    return `${server.url}${path ?? ""}`;
  };
  const status = async (link: string, method: "GET" | "POST") => (await raw(link, { method })).status;

  test("is somebody's own when they have shown that they read mail there", async () => {
    const { hamlet } = server.cast;
    const address = "prince@elsinore.example";
    await hamlet.call("PATCH /settings", { email: ` ${address} ` });
    const link = await linkTo(address);
    assert.equal(await status(link, "GET"), 200);
    assert.equal((await hamlet.call("GET /users/me")).delivery_email, hamlet.email, "opening a link changes nothing");
    const everybodyElse = ["desdemona", "iago", "othello", "polonius"] as const;
    await holds(server, async () => assert.equal(await status(link, "POST"), 200), everybodyElse);
    const renamed = server.as(address, hamlet.apiKey);
    assert.equal((await renamed.call("GET /users/me")).delivery_email, address);
    assert.match((await mail.next(hamlet.email)).text, /prince@elsinore\.example/);
    assert.equal(await status(link, "POST"), 404, "a link works once");
    assert.equal(await status(`${server.url}/accounts/confirm_new_email/${"x".repeat(32)}`, "POST"), 404);
  });

  test("is the newest that was asked for, and no more than a few are", async () => {
    const { othello } = server.cast;
    await othello.call("PATCH /settings", { email: "moor@venice.example" });
    const first = await linkTo("moor@venice.example");
    await othello.call("PATCH /settings", { email: "general@venice.example" });
    const second = await linkTo("general@venice.example");
    const third = await othello.refused("PATCH /settings", { email: "third@venice.example", enter_sends: true });
    assert.equal(`${third.status} ${third.code}`, "429 RATE_LIMIT_HIT");
    const { user_settings: settings } = await othello.register({ event_types: ["user_settings"] });
    assert.equal((settings as Record<string, unknown>)["enter_sends"], false, "all or nothing");
    assert.equal(await status(first, "POST"), 404);
    await server.database.sql`update email_change set created_at = created_at - interval '25 hours'`;
    assert.equal(await status(second, "POST"), 404, "a link works for a day");
    const [row] = await server.database.sql`select email from account where id = ${othello.id}`;
    assert.equal(row?.["email"], othello.email);
  });

  test("is refused where it is no address, another's, or not the user's to change, then and when it is confirmed", async () => {
    const { cordelia, iago, desdemona } = server.cast;
    for (const email of ["", "nonsense", iago.email.toUpperCase()]) {
      const refusal = await cordelia.refused("PATCH /settings", { email });
      assert.equal(`${refusal.status} ${refusal.code}`, "400 BAD_REQUEST", email);
    }
    await cordelia.call("PATCH /settings", { email: cordelia.email });
    await cordelia.call("PATCH /settings", { email: "queen@france.example" });
    const link = await linkTo("queen@france.example");
    await desdemona.call("PATCH /realm", { email_changes_disabled: true });
    assert.equal(await status(link, "POST"), 400);
    await cordelia.refused("PATCH /settings", { email: "other@france.example" });
    await iago.call("PATCH /settings", { email: "ensign@venice.example" });
    await desdemona.call("PATCH /realm", { email_changes_disabled: false });
    await desdemona.call("POST /users", {
      email: "Queen@france.example",
      full_name: "Somebody Else",
      password: "alas poor yorick i knew",
    });
    assert.equal(await status(link, "POST"), 400);
  });

  test("cannot be had where no mail is sent", async () => {
    const silent = await startTestServer();
    const refusal = await silent.cast.hamlet.refused("PATCH /settings", { email: "prince@elsinore.example" });
    assert.match(refusal.message, /sends no mail/);
  });
});
