import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { ParleyError } from "#client/client.ts";
import { PASSWORD } from "../harness/cast.ts";
import { channelId, createChannel } from "../harness/channels.ts";
import { createGroup } from "../harness/groups.ts";
import { raw } from "../harness/raw.ts";
import { type CastMember, startTestServer, type TestServer } from "../harness/server.ts";

/** Fields of a person's update event beyond those of a person. */
const ONLY_IN_UPDATES = ["avatar_url_medium", "avatar_source", "custom_profile_field", "new_email"];

suite("data about people", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  /** A person as a response shows them. */
  const fetched = async (who: CastMember, user_id: number) =>
    (await who.call("GET /users/{user_id}", { user_id, include_custom_profile_fields: true, client_gravatar: false }))
      .user as Record<string, unknown>;

  test("CVE-2025-13821, CVE-2024-47003, CVE-2023-48732: an event shows of a person what a response shows, and no more", async () => {
    const { desdemona, iago, shiva, hamlet, polonius } = server.cast;
    const { id: field } = await desdemona.call("POST /realm/profile_fields", { field_type: 1, name: "Sword" });
    const viewers = [iago, shiva, hamlet, polonius];
    const queues = await Promise.all(
      viewers.map((who) => who.register({ event_types: ["realm_user"], client_gravatar: false })),
    );
    const email = "secret-address@elsinore.example";
    const { user_id } = await desdemona.call("POST /users", { email, password: PASSWORD, full_name: "Yorick" });
    const username = email;
    const { api_key } = await server.anonymous.call("POST /fetch_api_key", { username, password: PASSWORD });
    const yorick = server.as(email, api_key);
    let seen = 0;
    const compare = async () => {
      for (const [index, who] of viewers.entries()) {
        for (const { op, person: received } of await who.drain(queues[index] as never)) {
          const person = received as Record<string, unknown>;
          const answer = await fetched(who, user_id);
          if (op === "add") assert.deepEqual(person, answer, `${who.name} gets the new user by an event`);
          for (const [name, value] of Object.entries(person)) {
            if (ONLY_IN_UPDATES.includes(name)) continue;
            assert.ok(name in answer, `${who.name} gets ${name} by an event, which no response has`);
            assert.deepEqual(value, answer[name], `${who.name} gets another ${name} by an event`);
          }
          if (answer["delivery_email"] === null) assert.ok(!JSON.stringify(person).includes(email), who.name);
          seen += 1;
        }
      }
    };
    const actions = [
      () => Promise.resolve(),
      () => iago.call("PATCH /users/{user_id}", { user_id, full_name: "Poor Yorick", role: 300 }),
      () => yorick.call("PATCH /users/me/profile_data", { data: [{ id: field, value: "rusty" }] }),
      () => yorick.call("PATCH /settings", { email_address_visibility: 5, timezone: "Europe/Copenhagen" }),
      () => yorick.call("PATCH /settings", { email_address_visibility: 1 }),
      () => yorick.call("PATCH /settings", { email_address_visibility: 3 }),
      () => iago.call("DELETE /users/{user_id}", { user_id }),
      () => iago.call("POST /users/{user_id}/reactivate", { user_id }),
    ];
    for (const action of actions) {
      await action();
      await compare();
    }
    assert.ok(seen >= viewers.length * (actions.length - 1), `${seen} events`);
  });

  test("CVE-2026-28732: unique values stay unique when they are changed, also concurrently", async () => {
    const { desdemona } = server.cast;
    const races: Record<string, (name: string) => Promise<(() => Promise<unknown>)[]>> = {
      async groups(name) {
        const [a, b] = [await createGroup(desdemona), await createGroup(desdemona)];
        return [
          ...[a, b].map(
            (id) => () => desdemona.call("PATCH /user_groups/{user_group_id}", { user_group_id: id, name }),
          ),
          () => desdemona.call("POST /user_groups/create", { name, description: "", members: [] }),
        ];
      },
      async folders(name) {
        const made = await Promise.all(
          ["one", "two"].map((suffix) => desdemona.call("POST /channel_folders/create", { name: `${name} ${suffix}` })),
        );
        return [
          ...made.map(
            ({ channel_folder_id }) =>
              () =>
                desdemona.call("PATCH /channel_folders/{channel_folder_id}", { channel_folder_id, name }),
          ),
          () => desdemona.call("POST /channel_folders/create", { name }),
        ];
      },
      async fields(name) {
        const made = await Promise.all(
          ["one", "two"].map((suffix) =>
            desdemona.call("POST /realm/profile_fields", { field_type: 1, name: `${name} ${suffix}` }),
          ),
        );
        return [
          ...made.map(
            ({ id }) =>
              () =>
                desdemona.call("PATCH /realm/profile_fields/{field_id}", { field_id: id, name }),
          ),
          () => desdemona.call("POST /realm/profile_fields", { field_type: 1, name }),
        ];
      },
      async addresses(name) {
        const new_email = `${name}@elsinore.example`;
        const { cordelia, othello } = server.cast;
        const person = { email: new_email.toUpperCase(), password: PASSWORD, full_name: "Another" };
        return [
          () => desdemona.call("PATCH /users/{user_id}", { user_id: cordelia.id, new_email }),
          () => desdemona.call("PATCH /users/{user_id}", { user_id: othello.id, new_email }),
          () => desdemona.call("POST /users", person),
        ];
      },
    };
    for (const [what, prepare] of Object.entries(races)) {
      const attempts = await prepare("unique");
      const outcomes = await Promise.allSettled(attempts.map((attempt) => attempt()));
      assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1, what);
      const refusals = outcomes.flatMap((outcome) =>
        outcome.status === "rejected" ? [outcome.reason as ParleyError] : [],
      );
      assert.ok(
        refusals.every(({ status }) => status === 400),
        what,
      );
      for (const attempt of attempts.slice(-1)) await assert.rejects(attempt(), ParleyError, what);
    }
    for (const { id, email } of [server.cast.cordelia, server.cast.othello]) {
      await desdemona.call("PATCH /users/{user_id}", { user_id: id, new_email: email });
    }
  });

  test("CVE-2025-61672: whatever a user was allowed to store is readable for all, and breaks nothing", async () => {
    const { iago, hamlet, othello } = server.cast;
    const odd = [
      "__proto__",
      "constructor",
      '{"a":1}',
      "\u202e\ufeff",
      "\ud83d\ude00".repeat(20),
      "null",
      "-0",
      "%s%n",
      "a\0b",
    ];
    const { id: field } = await iago.call("POST /realm/profile_fields", { field_type: 2, name: "Oddities" });
    const bot = await hamlet.call("POST /bots", { full_name: "Keeper", short_name: "keeper", bot_type: 1 });
    const keeper = server.as("keeper-bot@localhost", bot.api_key);
    const queue = await othello.register();
    let kept = 0;
    const general = await channelId(hamlet, "general");
    for (const value of odd) {
      const stores = [
        () => hamlet.call("PATCH /users/me/profile_data", { data: [{ id: field, value }] }),
        () => keeper.call("PUT /bot_storage", { storage: { [value]: value } }),
        () => hamlet.call("POST /users/me/status", { status_text: value }),
        () => hamlet.call("POST /saved_snippets", { title: value, content: value }),
        () => hamlet.call("POST /users/me/alert_words", { alert_words: [value] }),
        () => hamlet.call("POST /user_topics", { stream_id: general, topic: value, visibility_policy: 3 }),
        () => hamlet.call("POST /drafts", { drafts: [{ type: "", to: [], topic: value, content: value }] }),
        () => iago.call("PATCH /realm", { description: value }),
        () => iago.call("POST /user_groups/create", { name: value, description: value, members: [] }),
        () => hamlet.call("POST /channels/create", { name: value, description: value, subscribers: [hamlet.id] }),
      ];
      for (const store of stores) {
        const problem = await store().then(
          () => undefined,
          (error: unknown) => error as ParleyError,
        );
        if (problem === undefined) kept += 1;
        else assert.equal(problem.status, 400, `${JSON.stringify(value)}: ${problem.message}`);
      }
      const { storage } = await keeper.call("GET /bot_storage");
      if (Object.hasOwn(storage, value)) assert.equal(storage[value], value);
    }
    assert.ok(kept > 40, `only ${kept} were stored`);
    for (const who of [hamlet, othello, iago]) await who.register({ include_subscribers: "true" });
    await hamlet.call("GET /drafts");
    await hamlet.call("GET /saved_snippets");
    await hamlet.call("GET /users/me/alert_words");
    assert.ok((await othello.drain(queue)).length > 0);
    assert.equal(({} as Record<string, unknown>)["a"], undefined);
  });

  test("CVE-2024-1402, CVE-2024-24988, CVE-2024-28949, CVE-2024-1953: lists that belong to a thing are limited", async () => {
    const { desdemona, hamlet, othello } = server.cast;
    const { id } = await hamlet.call("POST /messages", { type: "channel", to: "general", topic: "x", content: "x" });
    await server.database.sql`
      insert into reaction (realm_id, id, message_id, user_id, emoji_name, emoji_code, reaction_type)
      select 1, 900000 + n, ${id}, ${othello.id}, 'e' || n, 'code' || n, 'unicode_emoji' from generate_series(1, 1000) n`;
    const smile = { message_id: id, emoji_name: "smile" };
    assert.match((await hamlet.refused("POST /messages/{message_id}/reactions", smile)).message, /as many reactions/);
    const long = "x".repeat(100_000);
    const many = Array.from({ length: 20_000 }, (_, n) => n);
    const refusals = await Promise.all([
      hamlet.refused("POST /users/me/status", { status_text: "x", emoji_name: long }),
      hamlet.refused("POST /users/me/status", { status_text: long }),
      hamlet.refused("PATCH /settings", { default_language: long }),
      hamlet.refused("PATCH /settings", { emojiset: long as never }),
      hamlet.refused("POST /users/me/alert_words", { alert_words: [long] }),
      desdemona.refused("POST /user_groups/{user_group_id}/subgroups", { user_group_id: 1, add: many }),
      desdemona.refused("PATCH /realm", {
        can_create_groups: {
          new: { direct_members: Array.from({ length: 300_000 }, (_, n) => n), direct_subgroups: [] },
        },
      }),
      hamlet.refused("PATCH /users/me/profile_data", { data: many.map((n) => ({ id: n, value: "x" })) }),
    ]);
    // A body that no endpoint needs is refused before it is read.
    for (const { status } of refusals) assert.ok(status === 400 || status === 413, String(status));
  });

  test("CVE-2023-28325, CVE-2020-26257: an operation acts on what its path names, whatever the rest of the request names", async () => {
    const { hamlet, othello } = server.cast;
    const [mine, theirs] = [await createChannel(hamlet), await createChannel(othello, { invite_only: true })];
    const say = async (who: CastMember, to: number) =>
      (await who.call("POST /messages", { type: "channel", to, topic: "t", content: "words" })).id;
    const [own, secret] = [await say(hamlet, mine.id), await say(othello, theirs.id)];
    const send = (method: string, path: string, fields: Record<string, string>) =>
      raw(`${server.url}/api/v1${path}`, {
        method,
        as: hamlet,
        ...(method === "GET" ? {} : { body: new URLSearchParams(fields) }),
      });
    const confusing = {
      stream_id: String(mine.id),
      message_id: String(own),
      user_id: String(hamlet.id),
      id: String(own),
    };
    // An allowed thing in the body, a forbidden one in the path.
    for (const [method, path, fields] of [
      ["PATCH", `/streams/${theirs.id}`, { description: "taken" }],
      ["DELETE", `/streams/${theirs.id}`, {}],
      ["POST", `/streams/${theirs.id}/delete_topic`, { topic_name: "t" }],
      ["PATCH", `/users/me/subscriptions/${theirs.id}`, { property: "is_muted", value: "true" }],
      ["PATCH", `/messages/${secret}`, { content: "taken" }],
      ["DELETE", `/messages/${secret}`, {}],
      ["POST", `/messages/${secret}/reactions`, { emoji_name: "smile" }],
      ["PATCH", `/users/${othello.id}`, { full_name: "Taken" }],
    ] as const) {
      const { status, text } = await send(method, path, { ...confusing, ...fields });
      assert.ok(status >= 400 && status < 500, `${method} ${path}: ${text}`);
    }
    // The other way round: a forbidden thing in the body.
    const body = { stream_id: String(theirs.id), message_id: String(secret) };
    assert.equal((await send("POST", `/messages/${own}/reactions`, { emoji_name: "smile", ...body })).status, 200);
    const untouched = await othello.call("GET /messages/{message_id}", { message_id: secret, apply_markdown: false });
    assert.deepEqual([untouched.message.content, untouched.message.reactions], ["words", []]);
    // A child of another parent: a message that is asked for with another channel than its own.
    const narrow = [
      { operator: "channel", operand: mine.id },
      { operator: "id", operand: secret },
    ];
    assert.deepEqual((await hamlet.call("GET /messages", { anchor: "newest", num_before: 9, narrow })).messages, []);
    const beside = { anchor: secret, num_before: 0, num_after: 0 };
    assert.deepEqual((await hamlet.call("GET /messages", beside)).messages, []);
  });

  test("CVE-2024-21630, CVE-2023-32677: nobody adds others to channels without permission, by any operation", async () => {
    const { desdemona, hamlet, othello, cordelia } = server.cast;
    const open = await createChannel(desdemona);
    const closed = await createChannel(desdemona, { invite_only: true, subscribers: [desdemona.id, hamlet.id] });
    const NOBODY = 1;
    await desdemona.call("PATCH /realm", { can_add_subscribers_group: { new: NOBODY } });
    const bot = await hamlet.call("POST /bots", { full_name: "Usher", short_name: "usher", bot_type: 1 });
    const usher = server.as("usher-bot@localhost", bot.api_key);
    for (const { name } of [open, closed]) {
      for (const principals of [[othello.id], [`user${othello.id}@localhost`], [hamlet.id, othello.id]]) {
        for (const who of [hamlet, usher]) {
          const args = { subscriptions: [{ name }], principals: principals as number[] };
          assert.equal((await who.refused("POST /users/me/subscriptions", args)).status, 400);
          const softly = { ...args, authorization_errors_fatal: false };
          const outcome = await who.call("POST /users/me/subscriptions", softly).catch(() => undefined);
          assert.deepEqual(outcome?.subscribed[othello.id] ?? [], []);
        }
      }
      await cordelia.refused("PATCH /users/me/subscriptions", { add: [{ name: closed.name }] });
    }
    for (const who of [othello, cordelia]) {
      const { subscriptions } = await who.call("GET /users/me/subscriptions");
      assert.ok(!subscriptions.some(({ name }) => name === open.name || name === closed.name));
    }
    await desdemona.call("PATCH /realm", { can_add_subscribers_group: { new: 6 } });
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [open], principals: [othello.id] });
  });
});
