import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { readConfig } from "#config/config.ts";
import { openDatabase } from "#engine/db/database.ts";
import { openRealm } from "#engine/runtime/realm-runtime.ts";
import { createLogger } from "#platform/logger.ts";
import { createSite } from "../../../server.ts";
import { REALM_ID, SECRET } from "../../../../test/harness/cast.ts";
import { createChannel, type MadeChannel } from "../../../../test/harness/channels.ts";
import { SAME_ORIGIN } from "../../../../test/harness/browser.ts";
import { type MailBox, startMailBox } from "../../../../test/harness/mail.ts";
import { raw } from "../../../../test/harness/raw.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { until } from "../../../../test/harness/until.ts";
import { sendDigests } from "./job.ts";
import { weekdayNow } from "./queries.ts";

suite("weekly digests", () => {
  let server: TestServer;
  let box: MailBox;
  let channel: MadeChannel;
  let hidden: MadeChannel;

  /** The hourly task as two other processes run it, at the same time. */
  async function runInTwoProcesses(): Promise<void> {
    const processes = await Promise.all(
      [1, 2].map(async () => {
        const db = openDatabase(server.database.address, { reads: 2, writes: 1, commits: 1, background: 1 });
        const site = createSite(readConfig([], box.env), db, SECRET, createLogger("silent"));
        const url = () => "https://chat.elsinore.example";
        const realm = await openRealm({ site, realmId: REALM_ID, url, announce: () => {} });
        return { site, realm, db };
      }),
    );
    await Promise.all(processes.map(({ realm, site }) => sendDigests(realm, site)));
    for (const { realm, db } of processes) {
      await realm.drain();
      await db.close();
    }
    await until(
      () => server.database.sql`select 1 as one from mail`,
      (queued) => queued.length === 0,
    );
  }

  const mails = () =>
    box
      .left()
      .filter(({ text }) => text.includes("List-Unsubscribe-Post"))
      .map(({ to, text }) => ({ to: to[0], text: text.replaceAll("=\r\n", "").replaceAll("=3D", "=") }));
  const mailTo = ({ email }: CastMember) => mails().find(({ to }) => to === email)?.text;
  const recipients = () =>
    mails()
      .map(({ to = "" }) => to.split("@")[0] ?? "")
      .toSorted((a, b) => a.localeCompare(b));
  const forget = () => void (box.left() as unknown[]).splice(0);
  const aWeekLater = () => server.database.sql`update digest set sent_at = sent_at - interval '7 days'`;

  before(async () => {
    box = await startMailBox();
    server = await startTestServer({ env: box.env });
    const { iago, hamlet, othello, cordelia, desdemona, polonius } = server.cast;
    const { sql } = server.database;
    await sql`update account set date_joined = now() - interval '60 days'`;
    channel = await createChannel(iago, {
      name: "castle",
      subscribers: [iago, hamlet, othello, cordelia, desdemona, polonius].map(({ id }) => id),
    });
    hidden = await createChannel(iago, { name: "cellar", invite_only: true, subscribers: [iago.id, othello.id] });
    for (const who of Object.values(server.cast))
      await who.call("PATCH /settings", { enable_offline_email_notifications: false });
    await desdemona.call("PATCH /realm", { digest_emails_enabled: true, digest_weekday: await weekdayNow(sql) });
    const send = (to: number, topic: string, content: string) =>
      iago.call("POST /messages", { type: "channel", to, topic, content });
    for (let n = 0; n < 3; n += 1) await send(channel.id, "ghosts", `Apparition <${n}>`);
    await send(channel.id, "banquet", "Bring wine");
    await send(channel.id, "noise", "Nobody wants to read this");
    await send(hidden.id, "secret", "Poison");
    await hamlet.call("POST /user_topics", { stream_id: channel.id, topic: "noise", visibility_policy: 1 });
    await sql`update presence set active_at = now() - interval '10 days', connected_at = now() - interval '10 days'`;
  });
  after(async () => {
    await server.stop();
    await box.close();
  });

  test("tell each absent person once, by topic, what they missed and may read, the busiest topic first", async () => {
    const { hamlet, cordelia, othello, polonius } = server.cast;
    await cordelia.call("PATCH /settings", { enable_digest_emails: false });
    await polonius.call("POST /users/me/presence", { status: "active", ping_only: false, new_user_input: true });
    await until(
      () =>
        server.database
          .sql`select from presence where user_id = ${polonius.id} and active_at > now() - interval '1 day'`,
      (rows) => rows.length > 0,
    );
    await runInTwoProcesses();
    const all = recipients();
    assert.equal(new Set(all).size, all.length, "nobody gets two");
    assert.ok(all.includes("hamlet") && all.includes("othello"), all.join());
    assert.ok(!all.includes("cordelia"), "who switched them off gets none");
    assert.ok(!all.includes("polonius"), "who was here gets none");
    assert.ok(!all.includes("iago"), "who wrote all of it missed nothing");
    const text = mailTo(hamlet) ?? "";
    const [plain = "", html = ""] = text.split(/text\/html/);
    for (const part of [plain, html]) {
      assert.ok(part.indexOf("ghosts") < part.indexOf("banquet") && part.includes("ghosts"));
      assert.match(part, /3 messages from Iago/);
      assert.doesNotMatch(part, /Nobody wants|Poison|cellar/, "neither what is muted nor what others read");
      assert.match(part, /https:\/\/chat\.elsinore\.example\/#narrow\/channel\/\d+-castle\/topic\/ghosts/);
    }
    assert.match(plain, /Iago: Apparition <0>/);
    assert.match(html, /Apparition &lt;0&gt;/);
    assert.match(mailTo(othello) ?? "", /cellar > secret/);
    forget();
    await runInTwoProcesses();
    assert.deepEqual(recipients(), [], "the next hour brings none");
  });

  test("show no messages where mails may show none, and nothing that was read meanwhile", async () => {
    const { hamlet, othello, desdemona } = server.cast;
    await aWeekLater();
    await othello.call("POST /messages/flags/narrow", {
      op: "add",
      flag: "read",
      anchor: "newest",
      num_before: 1000,
      num_after: 0,
      narrow: [],
    });
    await desdemona.call("PATCH /realm", { message_content_allowed_in_email_notifications: false });
    await server.database.sql`update presence set active_at = now() - interval '10 days'`;
    await runInTwoProcesses();
    await desdemona.call("PATCH /realm", { message_content_allowed_in_email_notifications: true });
    assert.match(mailTo(hamlet) ?? "", /There are 5 new messages in 3 topics/);
    assert.doesNotMatch(mailTo(hamlet) ?? "", /ghosts|Apparition/);
    assert.equal(mailTo(othello), undefined);
    forget();
  });

  test("come in the language of their reader", async () => {
    const { hamlet } = server.cast;
    await aWeekLater();
    forget();
    await hamlet.call("PATCH /settings", { default_language: "de" });
    await runInTwoProcesses();
    const text = mailTo(hamlet) ?? "";
    assert.match(text, /Hallo Hamlet/);
    assert.match(text, /\d Nachricht(en)? von Iago/);
    assert.doesNotMatch(text, /Your settings|Open Elsinore/);
    await hamlet.call("PATCH /settings", { default_language: "en" });
    forget();
  });

  test("come on no other day, and not where the organization sends none", async () => {
    const { desdemona } = server.cast;
    await aWeekLater();
    const today = await weekdayNow(server.database.sql);
    await desdemona.call("PATCH /realm", { digest_weekday: (today + 3) % 7 });
    await runInTwoProcesses();
    await desdemona.call("PATCH /realm", { digest_weekday: today, digest_emails_enabled: false });
    await runInTwoProcesses();
    assert.deepEqual(recipients(), []);
    await desdemona.call("PATCH /realm", { digest_emails_enabled: true });
    await runInTwoProcesses();
    assert.ok(recipients().includes("hamlet"));
  });

  test("are stopped by their own link without a login, by a form and not by opening it", async () => {
    const { hamlet } = server.cast;
    const path =
      /https:\/\/chat\.elsinore\.example(\/digest\/unsubscribe\/[\w-]+\/)/.exec(mailTo(hamlet) ?? "")?.[1] ?? "";
    const page = await raw(`${server.url}${path}`);
    assert.equal(page.status, 200);
    const isOn = async () => {
      const { user_settings: settings } = await hamlet.register({ fetch_event_types: ["user_settings"] });
      return (settings as Readonly<Record<string, unknown>>)["enable_digest_emails"];
    };
    assert.equal(await isOn(), true, "programs open links in mails");
    const header = /^List-Unsubscribe:\s+<([^>]+)>/m.exec(mailTo(hamlet) ?? "")?.[1];
    assert.equal(header, `https://chat.elsinore.example${path}`);
    assert.match(mailTo(hamlet) ?? "", /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    const wrong = path.replace(/.\/$/, (end) => (end === "x/" ? "y/" : "x/"));
    assert.equal((await raw(`${server.url}${wrong}`)).status, 404);
    const send = (headers: Readonly<Record<string, string>>) =>
      raw(`${server.url}${path}`, {
        method: "POST",
        headers,
        body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
      });
    const ofOtherSites = [{ origin: "https://elsewhere.example" }, { "sec-fetch-site": "cross-site" }];
    for (const headers of ofOtherSites) assert.equal((await send(headers)).status, 403);
    assert.equal(await isOn(), true);
    for (const headers of [{}, SAME_ORIGIN]) {
      await hamlet.call("PATCH /settings", { enable_digest_emails: true });
      assert.equal((await send(headers)).status, 200);
      assert.equal(await isOn(), false);
    }
    forget();
    await aWeekLater();
    await runInTwoProcesses();
    assert.ok(!recipients().includes("hamlet"));
  });
});
