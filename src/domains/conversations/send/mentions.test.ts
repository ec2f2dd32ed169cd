import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { createGroup } from "../../../../test/harness/groups.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";

suite("mentions and alert words", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const message = (content: string, topic = "castle") => ({ type: "channel", to: "general", topic, content }) as const;
  const say = async (who: CastMember, content: string, topic?: string) =>
    (await who.call("POST /messages", message(content, topic))).id;
  const flagsOf = async (who: CastMember, message_id: number) =>
    (await who.call("GET /messages/{message_id}", { message_id })).message.flags;
  /** A text that may not be sent may not come into a message in another way either. */
  async function otherwiseRefused(who: CastMember, content: string, topic: string, code: string): Promise<void> {
    const { stream_id: to } = await who.call("GET /get_stream_id", { stream: "general" });
    const later = { type: "channel", to, topic, scheduled_delivery_timestamp: 4_000_000_000 } as const;
    const { scheduled_message_id } = await who.call("POST /scheduled_messages", { ...later, content: "quiet" });
    const message_id = await say(who, "quiet", topic);
    const refusals = [
      await who.refused("PATCH /messages/{message_id}", { message_id, content }),
      await who.refused("POST /scheduled_messages", { ...later, content }),
      await who.refused("PATCH /scheduled_messages/{scheduled_message_id}", { scheduled_message_id, content }),
    ];
    for (const refusal of refusals) assert.equal(refusal.code, code);
  }
  const fullName = (who: CastMember) => `@**${who.fullName}**`;

  test("a user mentions people and members of groups, in events and in answers, unless silently", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const group = await createGroup(hamlet, { members: [cordelia.id] });
    const { user_groups: groups } = await hamlet.call("GET /user_groups");
    const name = groups.find(({ id }) => id === group)?.name;
    const queues = [];
    for (const who of [othello, cordelia]) queues.push(await who.register({ event_types: ["message"] }));
    const both = await say(hamlet, `${fullName(othello)} and @*${name}*`);
    const silent = await say(hamlet, `@_**${othello.fullName}** and \`${fullName(cordelia)}\``);
    for (const [index, who] of [othello, cordelia].entries()) {
      assert.deepEqual(await flagsOf(who, both), ["mentioned"]);
      assert.deepEqual(await flagsOf(who, silent), []);
      const events = await who.drain(queues[index] as never);
      assert.deepEqual(
        events.map(({ flags }) => flags),
        [["mentioned"], []],
      );
    }
    assert.deepEqual(await flagsOf(hamlet, both), []);
    await hamlet.call("PATCH /messages/{message_id}", { message_id: both, content: `only ${fullName(cordelia)}` });
    assert.deepEqual(await flagsOf(othello, both), []);
    assert.deepEqual(await flagsOf(cordelia, both), ["mentioned"]);
  });

  test("only users whom a group allows mention it", async () => {
    const { hamlet, othello } = server.cast;
    const NOBODY = 1;
    const group = await createGroup(hamlet, { members: [othello.id], can_mention_group: NOBODY });
    const { user_groups: groups } = await hamlet.call("GET /user_groups");
    const name = groups.find(({ id }) => id === group)?.name;
    const refusal = await hamlet.refused("POST /messages", message(`hey @*${name}*`));
    assert.deepEqual([refusal.status, refusal.code], [400, "BAD_REQUEST"]);
    await hamlet.call("POST /messages", message(`hey @_*${name}*`));
  });

  test("a user mentions everybody in a channel or a topic at once, in large ones only with the permission", async () => {
    const { hamlet, othello, cordelia, desdemona } = server.cast;
    await say(othello, "I was here", "wild");
    const [all, topic] = [await say(hamlet, "@**all** come", "wild"), await say(hamlet, "@**topic** come", "wild")];
    assert.deepEqual(await flagsOf(cordelia, all), ["stream_wildcard_mentioned", "wildcard_mentioned"]);
    assert.deepEqual(await flagsOf(othello, topic), ["topic_wildcard_mentioned", "wildcard_mentioned"]);
    assert.deepEqual(await flagsOf(cordelia, topic), []);
    for (let n = 0; n < 16; n += 1) {
      const extra = { email: `extra${n}@elsinore.example`, full_name: `Extra ${n}`, password: "correct horse battery" };
      await desdemona.call("POST /users", extra);
    }
    const refusal = await hamlet.refused("POST /messages", message("@**all** again"));
    assert.equal(refusal.code, "STREAM_WILDCARD_MENTION_NOT_ALLOWED");
    await otherwiseRefused(hamlet, "@**all** again", "wild", "STREAM_WILDCARD_MENTION_NOT_ALLOWED");
    await desdemona.call("POST /messages", message("@**all** again"));
  });

  test("only permitted users mention a topic of many, and users who reacted there take part in it", async () => {
    const { hamlet, othello, cordelia, desdemona } = server.cast;
    const first = await say(hamlet, "I was here", "crowd");
    await cordelia.call("POST /messages/{message_id}/reactions", { message_id: first, emoji_name: "tada" });
    const few = await say(othello, "@**topic** come", "crowd");
    for (const who of [hamlet, othello, cordelia]) {
      assert.deepEqual(await flagsOf(who, few), ["topic_wildcard_mentioned", "wildcard_mentioned"]);
    }
    assert.deepEqual(await flagsOf(desdemona, few), []);
    const { members } = await desdemona.call("GET /users");
    const others = members.map(({ user_id }) => user_id).slice(0, 16);
    await server.database.sql`
      insert into message (realm_id, id, conversation_id, is_direct, sender_id, topic, topic_key, content, rendered_content, sent_at,
        client, sender_read)
      select m.realm_id, 1000000 + n, m.conversation_id, m.is_direct, other, m.topic, m.topic_key, m.content, m.rendered_content,
        m.sent_at, m.client, m.sender_read
      from message m, unnest(${others}::int8[]) with ordinality as o (other, n) where m.id = ${first}`;
    const refusal = await hamlet.refused("POST /messages", message("@**topic** again", "crowd"));
    assert.equal(refusal.code, "TOPIC_WILDCARD_MENTION_NOT_ALLOWED");
    await otherwiseRefused(hamlet, "@**topic** again", "crowd", "TOPIC_WILDCARD_MENTION_NOT_ALLOWED");
    await desdemona.call("POST /messages", message("@**topic** again", "crowd"));
  });

  test("a user's alert words are flagged, and messages of a muted user are read from the start", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    await othello.call("POST /users/me/alert_words", { alert_words: ["handkerchief"] });
    const alert = await say(hamlet, "where is the Handkerchief?");
    assert.deepEqual(await flagsOf(othello, alert), ["has_alert_word"]);
    assert.deepEqual(await flagsOf(cordelia, alert), []);
    await cordelia.call("POST /users/me/muted_users/{muted_user_id}", { muted_user_id: hamlet.id });
    const queue = await cordelia.register({ event_types: ["message"] });
    const unheard = await say(hamlet, "anybody?");
    assert.deepEqual(await flagsOf(cordelia, unheard), ["read"]);
    assert.deepEqual((await cordelia.drain(queue))[0]?.["flags"], ["read"]);
    assert.deepEqual(await flagsOf(othello, unheard), []);
  });

  test("a user who starts a topic follows it, once, and a mentioned user follows it, too", async () => {
    const { hamlet, othello, iago } = server.cast;
    const topicsOf = async (who: CastMember) =>
      ((await who.register({ fetch_event_types: ["user_topic"] }))["user_topics"] as { topic_name: string }[]).map(
        ({ topic_name }) => topic_name,
      );
    const first = await hamlet.call("POST /messages", message(`${fullName(iago)} hello`, "Fresh"));
    assert.equal(first.automatic_new_visibility_policy, 3);
    const second = await othello.call("POST /messages", message("hello", "fresh"));
    assert.equal(second.automatic_new_visibility_policy, undefined);
    assert.ok((await topicsOf(hamlet)).includes("Fresh"));
    assert.ok((await topicsOf(iago)).includes("Fresh"));
    assert.ok(!(await topicsOf(othello)).includes("Fresh"));
    // After its messages are deleted, a topic can be started again.
    for (const { id } of [first, second]) await iago.call("DELETE /messages/{message_id}", { message_id: id });
    const again = await othello.call("POST /messages", message("hello", "fresh"));
    assert.equal(again.automatic_new_visibility_policy, 3);
  });

  test("a user who sees no message of a topic in a protected history starts it by sending", async () => {
    const { hamlet, othello } = server.cast;
    const join = (who: CastMember) =>
      hamlet.call("POST /users/me/subscriptions", {
        subscriptions: [{ name: "crypt" }],
        principals: [who.id],
        invite_only: true,
        history_public_to_subscribers: false,
      });
    const send = async (who: CastMember) =>
      who.call("POST /messages", { type: "channel", to: "crypt", topic: "bones", content: "hello" });
    await join(hamlet);
    const sent: number[] = [];
    const policyOf = async (who: CastMember) => {
      const { id, automatic_new_visibility_policy: policy } = await send(who);
      sent.push(id);
      return policy;
    };
    assert.equal(await policyOf(hamlet), 3);
    await join(othello);
    assert.equal(await policyOf(othello), 3);
    await othello.call("POST /user_topics", {
      stream_id: (await othello.call("GET /get_stream_id", { stream: "crypt" })).stream_id,
      topic: "bones",
      visibility_policy: 0,
    });
    for (let n = 0; n < 3; n += 1) assert.equal(await policyOf(othello), undefined);
    for (const id of sent.slice(1)) await othello.call("DELETE /messages/{message_id}", { message_id: id });
    assert.equal(await policyOf(othello), 3);
  });
});
