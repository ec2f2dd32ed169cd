import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { createChannel } from "../../../../test/harness/channels.ts";
import { linkGroups, linksFollowed } from "../../../../test/harness/group-links.ts";
import { createGroup } from "../../../../test/harness/groups.ts";
import type { MailBox } from "../../../../test/harness/mail.ts";
import { newestMessages } from "../../../../test/harness/newest.ts";
import { raw } from "../../../../test/harness/raw.ts";
import { type TestServer } from "../../../../test/harness/server.ts";
import { GOOD_PASSWORD, linkTo, newcomer, startWithMail, submit } from "../test-support.ts";

const filled = { full_name: "Yorick Jester", password: GOOD_PASSWORD };

suite("an invitation by mail", () => {
  let server: TestServer;
  let mail: MailBox;
  let stop: () => Promise<void>;
  before(async () => void ({ server, mail, stop } = await startWithMail()));
  after(() => stop());

  const invite = async (who: keyof TestServer["cast"], email: string, more: object = {}) => {
    await server.cast[who].call("POST /invites", { invitee_emails: email, stream_ids: [], ...more });
    return linkTo(server, mail, email);
  };
  const hasAccount = async (email: string) =>
    (await server.database.sql`select from account where email = ${email}`).length > 0;

  test("a newcomer gets all that the invitation promised, and the inviter is told", async () => {
    const { desdemona, hamlet } = server.cast;
    const [open, closed] = [await createChannel(desdemona, {}), await createChannel(desdemona, { invite_only: true })];
    const [group, ofGroup] = [await createGroup(desdemona), await createChannel(desdemona)];
    await linkGroups(desdemona, ofGroup.id, [group]);
    const email = "yorick@elsinore.example";
    const link = await invite("desdemona", email, {
      invite_as: 300,
      stream_ids: [open.id, closed.id],
      group_ids: [group],
      include_realm_default_subscriptions: true,
      welcome_message_custom_text: "Alas!",
    });
    const page = await raw(link);
    assert.equal(page.status, 200);
    assert.match(page.text, /Desdemona invited you/);
    assert.match(page.text, /<input id="email"[^>]* value="yorick@elsinore.example"[^>]* readonly/);
    assert.match(page.headers.get("content-security-policy") ?? "", /default-src 'none'; style-src 'sha256-/);
    assert.doesNotMatch(page.text, /<script/);
    assert.equal(await hasAccount(email), false, "opening a link changes nothing");
    const queue = await desdemona.register({ event_types: ["invites_changed"] });
    await holds(server, async () => {
      assert.equal((await submit(link, filled)).status, 200);
      await linksFollowed(server);
    });
    assert.deepEqual(
      (await desdemona.drain(queue)).map(({ type }) => type),
      ["invites_changed"],
    );
    const yorick = await newcomer(server, email);
    const { role, full_name: name, user_id: id } = await yorick.call("GET /users/me");
    assert.deepEqual([role, name], [300, filled.full_name]);
    const { subscriptions } = await yorick.call("GET /users/me/subscriptions");
    const names = subscriptions.map((subscription) => subscription.name);
    assert.ok(
      [open.name, closed.name, ofGroup.name, "general"].every((channel) => names.includes(channel)),
      names.join(),
    );
    const { user_groups: groups } = await hamlet.call("GET /user_groups");
    assert.ok(groups.find((other) => other.id === group)?.members.includes(id));
    const direct = [{ operator: "is", operand: "dm" }];
    assert.equal((await newestMessages(yorick as never, direct)).at(-1)?.content, "Alas!");
    assert.match(
      (await newestMessages(desdemona, direct)).at(-1)?.content ?? "",
      /Yorick Jester.*accepted your invitation/,
    );
    assert.equal((await submit(link, filled)).status, 404);
    assert.equal((await raw(link)).status, 404, "it works once");
  });

  test("CVE-2026-24458: a newcomer with a name or password that would be refused elsewhere is told so at the field", async () => {
    const link = await invite("hamlet", "bad@elsinore.example");
    for (const [fields, field] of [
      [{ ...filled, full_name: "<b>" }, "full_name"],
      [{ ...filled, full_name: "a@b" }, "full_name"],
      [{ full_name: "Somebody" }, "password"],
      [{ ...filled, password: "password" }, "password"],
      [{ ...filled, password: "x".repeat(2000) }, "password"],
    ] as const) {
      const { status, text } = await submit(link, fields);
      assert.equal(status, 400);
      assert.match(
        text,
        new RegExp(`<input id="${field}"[^>]* aria-describedby="${field}-hint ${field}-error" aria-invalid="true"`),
      );
      assert.ok(!text.includes('value="<b>"') && !text.includes(GOOD_PASSWORD), "nothing comes back that could harm");
    }
    assert.equal((await submit(link, { ...filled, password: "x".repeat(1_000_000) })).status, 413);
    assert.equal(await hasAccount("bad@elsinore.example"), false);
    await server.cast.desdemona.call("PATCH /realm", { require_unique_names: true });
    const taken = await submit(link, { ...filled, full_name: "Hamlet" });
    assert.equal(taken.status, 400);
    assert.match(taken.text, /role="alert">Unique names required/);
    await server.cast.desdemona.call("PATCH /realm", { require_unique_names: false });
    assert.equal((await submit(link, filled)).status, 200);
  });

  test("CVE-2026-3590, CVE-2025-12421, CVE-2025-13324: an invitation makes one account, however many accept it at once", async () => {
    const link = await invite("hamlet", "race@elsinore.example");
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => submit(link, { ...filled, full_name: `Racer ${n}` })),
    );
    const count = (wanted: number) => responses.filter(({ status }) => status === wanted).length;
    assert.deepEqual([count(200), count(404)], [1, 9]);
    const rows = await server.database.sql`select from account where email = 'race@elsinore.example'`;
    assert.equal(rows.length, 1);
  });

  test("CVE-2021-43791, CVE-2020-14215: an invitation that has expired or was revoked gives nothing, not even to an open page", async () => {
    const { desdemona } = server.cast;
    const expired = await invite("desdemona", "late@elsinore.example", {
      invite_as: 100,
      invite_expires_in_minutes: 10,
    });
    assert.equal((await raw(expired)).status, 200);
    await server.database
      .sql`update invitation set expires_at = now() - interval '1 second' where email = 'late@elsinore.example'`;
    assert.equal((await submit(expired, filled)).status, 404);
    const revoked = await invite("desdemona", "gone@elsinore.example");
    const { invites } = await desdemona.call("GET /invites");
    assert.ok(invites.every(({ email }) => email !== "late@elsinore.example"));
    await desdemona.call("DELETE /invites/{invite_id}", { invite_id: invites.at(-1)?.id ?? 0 });
    assert.equal((await submit(revoked, filled)).status, 404);
    assert.deepEqual(
      [await hasAccount("late@elsinore.example"), await hasAccount("gone@elsinore.example")],
      [false, false],
    );
  });

  test("an invitation gives no role, channel or group that its inviter can no longer give", async () => {
    const { desdemona, iago } = server.cast;
    const closed = await createChannel(iago, { invite_only: true });
    const asAdministrator = await invite("iago", "admin@elsinore.example", { invite_as: 200 });
    const toChannel = await invite("iago", "channel@elsinore.example", { stream_ids: [closed.id] });
    await iago.call("DELETE /users/me/subscriptions", { subscriptions: [closed.name] });
    await desdemona.call("PATCH /users/{user_id}", { user_id: iago.id, role: 400 });
    assert.equal((await submit(asAdministrator, filled)).status, 404);
    assert.equal((await submit(toChannel, { ...filled, full_name: "Channel Hopper" })).status, 200);
    const hopper = await newcomer(server, "channel@elsinore.example");
    const { subscriptions } = await hopper.call("GET /users/me/subscriptions");
    assert.deepEqual(subscriptions, []);
    await desdemona.call("PATCH /users/{user_id}", { user_id: iago.id, role: 200 });
  });

  test("#230: a newcomer sees nothing of a protected history from before, and the newest messages of others", async () => {
    const { desdemona } = server.cast;
    const shielded = await createChannel(desdemona, { invite_only: true, history_public_to_subscribers: false });
    const shared = await createChannel(desdemona, { invite_only: true, history_public_to_subscribers: true });
    const post = (to: string, content: string) =>
      desdemona.call("POST /messages", { type: "channel", to, topic: "x", content });
    await post(shielded.name, "the murder");
    await post(shared.name, "the play");
    const link = await invite("desdemona", "ghost@elsinore.example", {
      invite_as: 600,
      stream_ids: [shielded.id, shared.id],
    });
    await holds(server, () => submit(link, { ...filled, full_name: "A Ghost" }));
    const ghost = await newcomer(server, "ghost@elsinore.example");
    const read = async (id: number) =>
      (await newestMessages(ghost as never, [{ operator: "channel", operand: id }])).map(({ content }) => content);
    assert.deepEqual(await read(shielded.id), []);
    assert.equal((await read(shared.id)).at(-1), "the play");
    await post(shielded.name, "the rest is silence");
    assert.deepEqual(await read(shielded.id), ["the rest is silence"]);
  });

  test("a page of another site cannot accept an invitation", async () => {
    const link = await invite("hamlet", "csrf@elsinore.example");
    const send = async (headers: Record<string, string>) => (await submit(link, { full_name: "x" }, headers)).status;
    const { host } = new URL(link);
    for (const site of ["cross-site", "same-site", "none"]) assert.equal(await send({ "sec-fetch-site": site }), 403);
    assert.equal(await send({ origin: "https://evil.example" }), 403);
    assert.equal(await send({ origin: "null" }), 403);
    assert.equal(await send({}), 403, "a browser says where a form comes from");
    assert.equal(await send({ origin: `http://${host}` }), 400);
    assert.equal((await submit(link, filled)).status, 200);
  });
});
