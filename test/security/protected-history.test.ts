import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { createChannel } from "../harness/channels.ts";
import { type CastMember, startTestServer, type TestServer } from "../harness/server.ts";

suite("a protected history", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const PROTECTED = { invite_only: true, history_public_to_subscribers: false } as const;
  const say = async (who: CastMember, to: number, content: string) =>
    (await who.call("POST /messages", { type: "channel", to, topic: "t", content })).id;
  const join = (who: CastMember, name: string, newcomer: CastMember) =>
    who.call("POST /users/me/subscriptions", { subscriptions: [{ name }], principals: [newcomer.id] });

  test("CVE-2022-31017: a later subscriber gets the move of later messages, and no text that is changed with it", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const abbey = await createChannel(hamlet, { ...PROTECTED, subscribers: [hamlet.id, othello.id] });
    const MARKER = "the-king-is-dead";
    const early = await say(hamlet, abbey.id, MARKER);
    await join(hamlet, abbey.name, cordelia);
    const late = await say(hamlet, abbey.id, "long live the king");
    const types = { event_types: ["update_message"] };
    const [hers, his] = [await cordelia.register(types), await othello.register(types)];
    await hamlet.call("PATCH /messages/{message_id}", {
      message_id: early,
      content: `${MARKER}, they say`,
      topic: "elsewhere",
      propagate_mode: "change_all",
    });
    const [moved] = await cordelia.drain(hers);
    assert.partialDeepStrictEqual(moved, { message_ids: [late], orig_subject: "t", subject: "elsewhere" });
    assert.ok(!JSON.stringify(moved).includes(MARKER));
    const [edited] = await othello.drain(his);
    assert.partialDeepStrictEqual(edited, { message_ids: [early, late], orig_content: MARKER });
  });

  test("a user who kept an older message gets no more events about it once the history is protected", async () => {
    const { hamlet, desdemona, cordelia } = server.cast;
    const yard = await createChannel(desdemona, { subscribers: [desdemona.id, hamlet.id] });
    const kept = await say(hamlet, yard.id, "before she came");
    await cordelia.call("POST /messages/flags", { messages: [kept], op: "add", flag: "starred" });
    await join(hamlet, yard.name, cordelia);
    await desdemona.call("PATCH /streams/{stream_id}", {
      stream_id: yard.id,
      is_private: true,
      history_public_to_subscribers: false,
    });
    await cordelia.refused("GET /messages/{message_id}", { message_id: kept });
    const queue = await cordelia.register({ event_types: ["update_message", "reaction", "delete_message"] });
    await hamlet.call("PATCH /messages/{message_id}", { message_id: kept, content: "changed" });
    await hamlet.call("POST /messages/{message_id}/reactions", { message_id: kept, emoji_name: "smile" });
    await hamlet.call("DELETE /messages/{message_id}", { message_id: kept });
    assert.deepEqual(await cordelia.drain(queue), []);
  });

  test("a subscriber at the time when a message mentioning all was moved in has it as read, and was not mentioned", async () => {
    const { hamlet, iago, othello } = server.cast;
    const open = await createChannel(iago, { subscribers: [iago.id, hamlet.id] });
    const closed = await createChannel(iago, { ...PROTECTED, subscribers: [iago.id, othello.id] });
    const id = await say(hamlet, open.id, "@**all** come");
    const queue = await othello.register({ event_types: ["update_message"] });
    await iago.call("PATCH /messages/{message_id}", {
      message_id: id,
      stream_id: closed.id,
      send_notification_to_new_thread: false,
    });
    const [event] = await othello.drain(queue);
    const { message } = await othello.call("GET /messages/{message_id}", { message_id: id });
    assert.deepEqual([event?.["flags"], message.flags], [["read"], ["read"]]);
    const mentioned = async (who: CastMember) => {
      const narrow = [{ operator: "is", operand: "mentioned" }];
      const { messages } = await who.call("GET /messages", { anchor: "newest", num_before: 100, narrow });
      return messages.some((message) => message.id === id);
    };
    assert.deepEqual([await mentioned(othello), await mentioned(iago)], [false, true]);
  });
  test("a link to a topic leads to the newest message that its author can see there", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const crypt = await createChannel(hamlet, { ...PROTECTED, subscribers: [hamlet.id, othello.id] });
    const early = await say(hamlet, crypt.id, "before she came");
    await join(hamlet, crypt.name, cordelia);
    const link = async (who: CastMember) => {
      const { rendered } = await who.call("POST /messages/render", { content: `#**${crypt.name}>t**` });
      return /\/topic\/t(?:\/with\/(\d+))?"/.exec(rendered)?.[1];
    };
    assert.deepEqual([await link(othello), await link(cordelia)], [String(early), undefined]);
    const late = await say(hamlet, crypt.id, "now");
    await othello.call("DELETE /users/me/subscriptions", { subscriptions: [crypt.name] });
    assert.deepEqual([await link(cordelia), await link(othello)], [String(late), undefined]);
  });
});
