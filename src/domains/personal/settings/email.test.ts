import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { SAME_ORIGIN } from "../../../../test/harness/browser.ts";
import { holds } from "../../../../test/events/holds.ts";
import { type MailBox, startMailBox } from "../../../../test/harness/mail.ts";
import { atHost, raw } from "../../../../test/harness/raw.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { until } from "../../../../test/harness/until.ts";
import { createOrganization } from "#domains/organization/create-organization.ts";

suite("changes of email addresses", () => {
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
    // Mail is quoted-printable, which breaks long lines.
    const [, path] = /https?:\/\/[^/\s]+(\/accounts\/\S+)/.exec(text.replaceAll("=\r\n", "")) ?? [];
    return `${server.url}${path ?? ""}`;
  };
  const status = async (link: string, method: "GET" | "POST") =>
    (await raw(link, { method, headers: SAME_ORIGIN })).status;

  test("CVE-2026-3590, CVE-2025-12421, CVE-2025-13324: a user gets a new address only after they followed the link in a mail to it, once", async () => {
    const { hamlet } = server.cast;
    const address = "prince@elsinore.example";
    await hamlet.call("PATCH /settings", { email: ` ${address} ` });
    const link = await linkTo(address);
    assert.equal(await status(link, "GET"), 200);
    assert.equal((await hamlet.call("GET /users/me")).delivery_email, hamlet.email, "opening a link changes nothing");
    const everybodyElse = ["desdemona", "iago", "othello", "polonius"] as const;
    const race = async () => {
      const statuses = await Promise.all(Array.from({ length: 20 }, () => status(link, "POST")));
      assert.deepEqual(
        [200, 404].map((code) => statuses.filter((status) => status === code).length),
        [1, 19],
      );
    };
    await holds(server, race, everybodyElse);
    const renamed = server.as(address, hamlet.apiKey);
    assert.equal((await renamed.call("GET /users/me")).delivery_email, address);
    assert.match((await mail.next(hamlet.email)).text, /prince@elsinore\.example/);
    assert.equal(await status(link, "POST"), 404, "a link works once");
    assert.equal(await status(`${server.url}/accounts/confirm_new_email/${"x".repeat(32)}`, "POST"), 404);
  });

  test("CVE-2021-43791, CVE-2020-14215: a user confirms only the newest address, within a day, and requests only a few", async () => {
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

  test("a user is refused an invalid address, another's, or one not theirs to change, at the request and at the confirmation", async () => {
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

  test("CVE-2022-21706, CVE-2017-0910: a user of one organization cannot use the link in another", async () => {
    const { shiva } = server.cast;
    await shiva.call("PATCH /settings", { email: "moderator@denmark.example" });
    const { pathname } = new URL(await linkTo("moderator@denmark.example"));
    await createOrganization(server.database.sql, {
      subdomain: "venice",
      name: "Venice",
      owner: { email: "doge@venice.example", fullName: "Doge", passwordHash: "none" },
    });
    const port = new URL(server.url).port;
    const confirm = (host: string) =>
      atHost(server.url, `${host}:${port}`, pathname, { method: "POST", headers: SAME_ORIGIN });
    await until(
      () => atHost(server.url, `venice.localhost:${port}`, "/api/v1/server_settings"),
      ({ text }) => text.includes("Venice"),
    );
    assert.equal((await confirm("venice.localhost")).status, 404);
    assert.equal((await confirm("localhost")).status, 200);
  });

  test("a user cannot request another address where no mail is sent", async () => {
    const silent = await startTestServer();
    const refusal = await silent.cast.hamlet.refused("PATCH /settings", { email: "prince@elsinore.example" });
    assert.match(refusal.message, /sends no mail/);
  });
});
