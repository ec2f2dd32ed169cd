import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { Endpoint } from "#api/endpoint.ts";
import { endpoints } from "../../src/app.ts";
import { upload } from "#domains/files/test-support.ts";
import { ROLES as ROLE_NUMBERS } from "#engine/model/records.ts";
import { FATAL } from "../fuzz/endpoints.ts";
import { pipelined, type WireAnswer } from "../fuzz/exchange.ts";
import type { GoodFields } from "../fuzz/generate.ts";
import { bytesOfRequest, requestWith } from "../fuzz/request.ts";
import { goodFields } from "../fuzz/side.ts";
import { browserSession } from "../harness/browser.ts";
import { createChannel, type MadeChannel } from "../harness/channels.ts";
import type { CheckedClient, TestQueue } from "../harness/checked-client.ts";
import { createGroup } from "../harness/groups.ts";
import { parkedPolls } from "../harness/parked.ts";
import { basic } from "../harness/raw.ts";
import { until } from "../harness/until.ts";
import { createWorld, type World } from "./authorization/world.ts";

/** In what somebody may read while they have the right, and in what is written only after they have lost it. */
const BEFORE = "marker-c0ffee";
const AFTER = "marker-decaf";
const UNAUTHORIZED = 401;

/** A private channel, with the texts by which requests name it and what is in it. */
interface Secret {
  readonly channel: MadeChannel;
  readonly message: number;
  readonly texts: Readonly<Record<string, string>>;
}

/** A poll that waits, and how it ends. */
interface ParkedPoll {
  readonly queue: TestQueue;
  readonly outcome: Promise<unknown>;
}

/** What gives a user access to the channel, and what takes it away. */
type Grant = readonly [give: () => Promise<unknown>, take: () => Promise<unknown>];

const asked = endpoints.filter(
  ({ method, path, isLongpoll }) => !FATAL.has(`${method} ${path}`) && isLongpoll !== true,
);
/** Reads first, so that what is read is still there. */
const inOrder = [...asked.filter(({ method }) => method === "GET"), ...asked.filter(({ method }) => method !== "GET")];

suite("a right that was given and taken away", () => {
  let world: World;
  let goods: GoodFields;
  before(async () => {
    world = await createWorld();
    goods = await goodFields(world);
  });

  const newcomer = () => world.actors.newcomer.client;

  async function makeSecret(): Promise<Secret> {
    const { owner, server, roleGroups } = world;
    const nobody = roleGroups["role:nobody"] as number;
    const channel = await createChannel(owner, {
      ...{ name: `${BEFORE} ${world.fresh()}`, description: BEFORE, invite_only: true },
      can_administer_channel_group: nobody,
    });
    const file = await upload(server, owner, { data: BEFORE });
    const content = `${BEFORE} [file](${file})`;
    const { id } = await owner.call("POST /messages", { type: "channel", to: channel.id, topic: "plot", content });
    const [, realm = "", filename = ""] = /\/user_uploads\/(\d+)\/(.*)/.exec(file) ?? [];
    const texts = {
      ...{ stream_id: String(channel.id), stream: channel.name, streams: JSON.stringify([channel.name]) },
      ...{ message_id: String(id), anchor: String(id), messages: `[${id}]`, msg_ids: `[${id}]`, topic: "plot" },
      ...{ topic_name: "plot", num_before: "5", num_after: "5", realm_id_str: realm, filename },
      narrow: JSON.stringify([{ operator: "channel", operand: channel.id }]),
    };
    return { channel, message: id, texts };
  }

  /** The call of the table of every endpoint, with the secret's names in every parameter that can hold them. */
  async function callAll(
    { texts, channel }: Pick<Secret, "texts"> & Partial<Secret>,
    credentials: readonly string[],
    prefix = "/api/v1",
  ): Promise<[Endpoint, WireAnswer][]> {
    const requests = inOrder.map((endpoint) => {
      const names = Object.keys(endpoint.params);
      const own = Object.fromEntries(Object.entries(texts).filter(([name]) => names.includes(name)));
      const isForChannel = channel !== undefined && names.includes("to") && names.includes("content");
      const to = isForChannel ? { to: String(channel.id) } : {};
      return requestWith(endpoint, { ...goods.get(endpoint), ...own, ...to }, "newcomer");
    });
    const bytes = requests.map((request) => bytesOfRequest(request, prefix, credentials));
    const { port } = new URL(world.server.url);
    const methods = requests.map(({ method }) => method);
    const answers = await pipelined(Number(port), bytes, methods);
    assert.equal(answers.length, requests.length);
    return inOrder.map((endpoint, at) => [endpoint, answers[at] as WireAnswer]);
  }

  const byKey = ({ connection: { email = "", apiKey = "" } }: CheckedClient) => [
    `Authorization: ${basic(email, apiKey)}`,
  ];

  const grants: Readonly<Record<string, (secret: Secret) => Grant | Promise<Grant>>> = {
    "a subscription": ({ channel }) => [
      () =>
        world.owner.call("POST /users/me/subscriptions", {
          ...{ subscriptions: [channel], principals: [world.actors.newcomer.id] },
        }),
      () => Promise.resolve(),
    ],
    "a membership in a group that may subscribe": async ({ channel }) => {
      const group = { user_group_id: await createGroup(world.owner) };
      const update = { stream_id: channel.id, can_subscribe_group: { new: group.user_group_id } };
      await world.owner.call("PATCH /streams/{stream_id}", update);
      const list = [world.actors.newcomer.id];
      return [
        () => world.owner.call("POST /user_groups/{user_group_id}/members", { ...group, add: list }),
        () => world.owner.call("POST /user_groups/{user_group_id}/members", { ...group, delete: list }),
      ];
    },
    "a role whose users may subscribe": async ({ channel }) => {
      const moderators = world.roleGroups["role:moderators"] as number;
      const update = { stream_id: channel.id, can_subscribe_group: { new: moderators } };
      await world.owner.call("PATCH /streams/{stream_id}", update);
      const user_id = world.actors.newcomer.id;
      return [
        () => world.owner.call("PATCH /users/{user_id}", { user_id, role: ROLE_NUMBERS.moderator }),
        () => world.owner.call("PATCH /users/{user_id}", { user_id, role: ROLE_NUMBERS.member }),
      ];
    },
    "a setting that made the channel public": ({ channel: { id } }) => [
      () => world.owner.call("PATCH /streams/{stream_id}", { stream_id: id, is_private: false }),
      () => world.owner.call("PATCH /streams/{stream_id}", { stream_id: id, is_private: true }),
    ],
  };

  for (const [name, made] of Object.entries(grants)) {
    test(`${name}: no read, write or parked poll has anything of the channel afterwards, and no write changes it`, async () => {
      const secret = await makeSecret();
      const { channel } = secret;
      const [give, take] = await made(secret);
      await give();
      const had = await callAll(secret, byKey(newcomer()));
      const seen = had.filter(([, { body }]) => body.includes(BEFORE)).map(([{ id }]) => id);
      assert.ok(seen.length >= 3, `with it they saw the texts in ${seen.join(", ")}`);
      const late = await newcomer().register();
      const leave = { subscriptions: [channel.name], principals: [world.actors.newcomer.id] };
      await world.owner.call("DELETE /users/me/subscriptions", leave);
      await take();
      const { queue, outcome } = await park(newcomer());
      await rewrite(secret);
      const before = await stateOf(secret);
      const lost = await callAll(secret, byKey(newcomer()));
      const leaking = lost.filter(([, { body }]) => body.includes(AFTER));
      assert.deepEqual(
        leaking.map(([{ id }, { body }]) => `${id}: ${body.slice(0, 300)}`),
        [],
      );
      assert.deepEqual(await stateOf(secret), before, "no write of theirs has changed anything");
      await newcomer().call("POST /users/me/alert_words", { alert_words: [world.fresh()] });
      const heard = [await outcome, await newcomer().drain(queue), await newcomer().drain(late)];
      assert.doesNotMatch(JSON.stringify(heard), new RegExp(AFTER));
    });
  }

  test("a setting that showed all users to guests: no read, write or parked poll has anything of a stranger afterwards", async () => {
    const { owner, user, roleGroups } = world;
    const guest = world.actors.guest.client;
    const show = (group: string) =>
      owner.call("PATCH /realm", { can_access_all_users_group: { new: roleGroups[group] as number } });
    const rename = (marker: string) =>
      owner.call("PATCH /users/{user_id}", { user_id: user, full_name: `${marker} Stranger` });
    // Not as a recipient: whom a guest has written to they may see.
    const texts = {
      ...{ user_id: String(user), email: `user${user}@localhost`, user_id_or_email: String(user) },
      ...{ user_ids: `[${user}]`, muted_user_id: String(user) },
      narrow: JSON.stringify([{ operator: "sender", operand: user }]),
    };
    await show("role:everyone");
    await rename(BEFORE);
    const had = await callAll({ texts }, byKey(guest));
    assert.ok(had.filter(([, { body }]) => body.includes(BEFORE)).length >= 3);
    const late = await guest.register();
    await show("role:members");
    const { queue, outcome } = await park(guest);
    await rename(AFTER);
    const lost = await callAll({ texts }, byKey(guest));
    assert.deepEqual(
      lost.filter(([, { body }]) => body.includes(AFTER)).map(([{ id }]) => id),
      [],
    );
    await guest.call("POST /users/me/alert_words", { alert_words: [world.fresh()] });
    const heard = [await outcome, await guest.drain(queue), await guest.drain(late)];
    assert.doesNotMatch(JSON.stringify(heard), new RegExp(AFTER));
    await show("role:everyone");
  });

  /** Every text of the channel is another one now. */
  async function rewrite({ channel: { id }, message }: Secret): Promise<void> {
    const { owner } = world;
    const texts = { new_name: `${AFTER} ${id}`, description: AFTER };
    await owner.call("PATCH /streams/{stream_id}", { stream_id: id, ...texts });
    const quietly = { send_notification_to_new_thread: false, send_notification_to_old_thread: false };
    const change = { message_id: message, content: AFTER, topic: AFTER, ...quietly };
    await owner.call("PATCH /messages/{message_id}", change);
    await owner.call("POST /messages", { type: "channel", to: id, topic: AFTER, content: AFTER });
  }

  /** The channel and its messages, as its owner sees them. */
  async function stateOf({ channel: { id } }: Secret): Promise<unknown> {
    const { owner } = world;
    const narrow = [{ operator: "channel" as const, operand: id }];
    const { messages } = await owner.call("GET /messages", { anchor: "newest", num_before: 50, num_after: 0, narrow });
    const { stream } = await owner.call("GET /streams/{stream_id}", { stream_id: id });
    const { subscribers } = await owner.call("GET /streams/{stream_id}/members", { stream_id: id });
    return { stream, subscribers, messages };
  }

  async function park(client: CheckedClient): Promise<ParkedPoll> {
    const { url } = world.server;
    const queue = await client.register();
    const { queue_id, last_event_id } = queue;
    const before = await parkedPolls(url);
    const answer: Promise<unknown> = client.call("GET /events", { queue_id, last_event_id });
    const outcome = answer.catch((error: unknown) => String(error));
    await until(
      () => parkedPolls(url),
      (count) => count > before,
    );
    return { queue, outcome };
  }

  /** Of every endpoint with authentication, and for a poll that was parked while the credentials were good. */
  async function assertNothingOpens({ outcome }: ParkedPoll, credentials: readonly string[], prefix?: string) {
    const secret = await makeSecret();
    for (const [{ id, auth }, { status, body }] of await callAll(secret, credentials, prefix))
      if (auth !== "none") assert.equal(status, UNAUTHORIZED, `${id}: ${body}`);
    await world.owner.call("POST /messages", { type: "channel", to: "general", topic: AFTER, content: AFTER });
    assert.doesNotMatch(JSON.stringify(await outcome), new RegExp(AFTER));
  }

  test("an API key: nothing opens with the old one, and its parked poll ends", async () => {
    const old = byKey(newcomer());
    const parked = await park(newcomer());
    const { api_key: key } = await newcomer().call("POST /users/me/api_key/regenerate");
    world.actors.newcomer.client = world.server.as(newcomer().connection.email ?? "", key);
    await assertNothingOpens(parked, old);
  });

  test("a session: nothing opens with its cookie, and its parked poll ends", async () => {
    const browser = await browserSession(world.server, world.server.cast.cordelia);
    const parked = await park(browser);
    await browser.fetch("/json/logout", { method: "POST" });
    await assertNothingOpens(parked, [`Cookie: ${browser.cookie}`, "Sec-Fetch-Site: same-origin"], "/json");
  });

  test("an account: nothing opens while it is deactivated, and its parked poll ends", async () => {
    const { id } = world.actors.newcomer;
    const parked = await park(newcomer());
    await world.owner.call("DELETE /users/{user_id}", { user_id: id });
    await assertNothingOpens(parked, byKey(newcomer()));
    await world.owner.call("POST /users/{user_id}/reactivate", { user_id: id });
  });
});
