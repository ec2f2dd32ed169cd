import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { createGroup } from "../../../../../test/harness/groups.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../../test/harness/server.ts";

suite("the notification bot", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const botOf = async (who: CastMember) => {
    const { cross_realm_bots: bots } = await who.register({ fetch_event_types: ["realm_user"] });
    return (bots as { user_id: number; email: string }[])[0];
  };
  const newest = async (who: CastMember, narrow: { operator: string; operand: string | number | number[] }[]) => {
    const page = await who.call("GET /messages", { anchor: "newest", num_before: 1, narrow, apply_markdown: false });
    return page.messages[0];
  };

  test("everybody knows the notification bot, and nobody can act on it or take its address", async () => {
    const { hamlet, desdemona } = server.cast;
    const bot = await botOf(hamlet);
    assert.partialDeepStrictEqual(bot, { is_bot: true, is_system_bot: true, full_name: "Notification Bot" });
    const id = bot?.user_id as number;
    const { members } = await desdemona.call("GET /users");
    assert.ok(!members.some(({ user_id }) => user_id === id));
    await desdemona.refused("PATCH /users/{user_id}", { user_id: id, full_name: "Nobody" });
    await desdemona.refused("DELETE /users/{user_id}", { user_id: id });
    const mine = { email: bot?.email as string, full_name: "Impostor", password: "correct horse battery" };
    await desdemona.refused("POST /users", mine);
    await hamlet.call("POST /messages", { type: "direct", to: [id], content: "thanks" });
    await hamlet.call("POST /messages", { type: "direct", to: [bot?.email as string], content: "thanks" });
  });

  test("a user gets a notice when somebody else adds them to a group", async () => {
    const { hamlet, othello } = server.cast;
    const bot = await botOf(hamlet);
    const group = await createGroup(hamlet, {});
    await hamlet.call("POST /user_groups/{user_group_id}/members", { user_group_id: group, add: [othello.id] });
    const dm = [{ operator: "dm", operand: [bot?.user_id as number] }];
    const notice = await newest(othello, dm);
    assert.equal(notice?.sender_id, bot?.user_id);
    assert.match(notice?.content ?? "", /added you to the group/);
    assert.deepEqual(notice?.flags, []);
    await hamlet.call("POST /user_groups/{user_group_id}/members", { user_group_id: group, delete: [othello.id] });
    assert.match((await newest(othello, dm))?.content ?? "", /removed you from the group/);
    assert.ok((await newest(hamlet, dm))?.content !== notice?.content);
  });

  test("users read about new users where the organization announces them", async () => {
    const { hamlet, desdemona } = server.cast;
    await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name: "arrivals" }] });
    const { streams } = await hamlet.call("GET /streams");
    const channel = streams.find(({ name }) => name === "arrivals")?.stream_id as number;
    await desdemona.call("PATCH /realm", { signup_announcements_stream_id: channel });
    const lear = { email: "lear@example.com", full_name: "King Lear", password: "correct horse battery" };
    const { user_id: id } = await desdemona.call("POST /users", lear);
    const notice = await newest(hamlet, [{ operator: "channel", operand: channel }]);
    assert.partialDeepStrictEqual(notice, {
      subject: "signups",
      content: `@_**King Lear|${id}** joined this organization.`,
    });
    const { message } = await hamlet.call("GET /messages/{message_id}", { message_id: notice?.id as number });
    assert.match(message.content, /class="user-mention silent" data-user-id="\d+">King Lear</);
  });
});
