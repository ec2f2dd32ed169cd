import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { upload } from "#domains/files/test-support.ts";
import { createChannel } from "../harness/channels.ts";
import { emittedBy } from "../harness/emitted.ts";
import { createGroup } from "../harness/groups.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";

const [ADMINISTRATOR, MEMBER, GUEST] = [200, 400, 600];
const MUTED = 1;
const PARTICIPATING = 1;

/** Events that endpoints declare and that are so rare that no other test causes them. */
suite("an endpoint emits what it declares, also rare events", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const emits = (endpointId: string, ...kinds: string[]) => {
    const seen = emittedBy(endpointId);
    assert.deepEqual(
      kinds.filter((kind) => !seen.includes(kind)),
      [],
      endpointId,
    );
  };
  const say = async (topic: string, content: string, to = "general") =>
    (await server.cast.othello.call("POST /messages", { type: "channel", to, topic, content })).id;
  const mute = (who: "othello" | "cordelia", stream_id: number, topic: string) =>
    server.cast[who].call("POST /user_topics", { stream_id, topic, visibility_policy: MUTED });

  test("a user who is found by email gets another role, and a bot another name", async () => {
    const { desdemona, iago, cordelia, polonius, hamlet } = server.cast;
    await createChannel(desdemona, { subscribers: [desdemona.id, polonius.id] });
    const { realm_user_groups: groups } = await desdemona.register({ event_types: ["realm_user_groups"] });
    const members = (groups as { id: number; name: string }[]).find(({ name }) => name === "role:members");
    await desdemona.call("PATCH /realm", { can_access_all_users_group: { new: members?.id as number } });
    const { user_id: bot } = await hamlet.call("POST /bots", { full_name: "Yorick", short_name: "yorick" });
    for (const role of [ADMINISTRATOR, MEMBER, GUEST, MEMBER]) {
      await desdemona.call("PATCH /users/{email}", { email: cordelia.email, role });
    }
    const { user } = await iago.call("GET /users/{user_id}", { user_id: bot });
    await desdemona.call("PATCH /users/{email}", { email: user.email, full_name: "Poor Yorick" });
    emits("update-user-by-email", "realm_bot/add", "realm_bot/update", "realm_bot/delete");
    emits("update-user-by-email", "user_group/add_members", "user_group/remove_members");
    emits("update-user-by-email", "default_streams", "default_stream_groups");
    emits("update-user-by-email", "realm_user/add", "realm_user/remove", "realm_user/update");
    emits("update-user-by-email", "stream/create", "stream/delete", "subscription/peer_add");

    await createChannel(desdemona, { subscribers: [polonius.id, hamlet.id, bot] });
    emits("create-channel", "realm_user/add");
    await hamlet.call("DELETE /bots/{bot_id}", { bot_id: bot });
    emits("deactivate-bot", "subscription/peer_remove");
  });

  test("settings are changed under their older paths", async () => {
    const { othello, shiva } = server.cast;
    await othello.call("POST /users/me/status", { status_text: "writing" });
    await othello.call("POST /users/me/presence", { status: "active" });
    for (const path of ["PATCH /settings/display", "PATCH /settings/notifications"] as const) {
      for (const presence_enabled of [false, true]) await othello.call(path, { presence_enabled });
      for (const allow_private_data_export of [true, false]) await shiva.call(path, { allow_private_data_export });
      for (const email_address_visibility of [5, 1]) await shiva.call(path, { email_address_visibility });
      for (const twenty_four_hour_time of [true, false]) await shiva.call(path, { twenty_four_hour_time });
    }
    const kinds = ["presence", "user_status", "realm_export_consent", "update_display_settings", "realm_user/update"];
    emits("update-display-settings", ...kinds);
    emits("update-notification-settings", ...kinds);
  });

  test("a subgroup gives and takes access to a private channel", async () => {
    const { desdemona, othello, cordelia } = server.cast;
    const [group, subgroup] = [await createGroup(desdemona), await createGroup(desdemona, { members: [othello.id] })];
    const channel = await createChannel(desdemona, { invite_only: true, subscribers: [desdemona.id, cordelia.id] });
    const args = { stream_id: channel.id, can_administer_channel_group: { new: group } };
    await desdemona.call("PATCH /streams/{stream_id}", args);
    const path = "POST /user_groups/{user_group_id}/subgroups";
    await desdemona.call(path, { user_group_id: group, add: [subgroup] });
    await desdemona.call(path, { user_group_id: group, delete: [subgroup] });
    emits("update-user-group-subgroups", "stream/create", "stream/delete", "subscription/peer_add");
  });

  test("channels become default channels on creation, and leave the default groups", async () => {
    const { desdemona } = server.cast;
    const made = { is_default_stream: true };
    await desdemona.call("POST /users/me/subscriptions", { subscriptions: [{ name: "made here" }], ...made });
    await desdemona.call("PATCH /users/me/subscriptions", { add: [{ name: "made there" }], ...made });
    emits("subscribe", "default_streams");
    emits("update-subscriptions", "default_streams");
    const channel = await createChannel(desdemona);
    const group = { group_name: "some", description: "", stream_names: [channel.name] };
    await desdemona.call("POST /default_stream_groups/create", group);
    await desdemona.call("PATCH /streams/{stream_id}", { stream_id: channel.id, is_default_stream: true });
    emits("update-stream", "default_stream_groups");
  });

  test("a user who leaves a private channel in the same request as joining another forgets it", async () => {
    const { desdemona, othello, cordelia } = server.cast;
    const channel = await createChannel(desdemona, { invite_only: true, subscribers: [othello.id, cordelia.id] });
    await say("unread", "unread", channel.name);
    await cordelia.call("PATCH /users/me/subscriptions", { delete: [channel.name] });
    emits("update-subscriptions", "stream/delete", "update_message_flags/add");
  });

  test("a muted topic becomes followed by a user's activity, and the policy is removed with the topic", async () => {
    const { desdemona, othello, cordelia } = server.cast;
    const channel = await createChannel(desdemona, { subscribers: [othello.id, cordelia.id] });
    const file = await upload(server, othello);
    await say("first", `[file](${file})`, channel.name);
    const widget = await say("muted", "/poll who?\nme\nyou", channel.name);
    await othello.call("PATCH /settings", { automatically_follow_topics_policy: PARTICIPATING });
    await mute("othello", channel.id, "muted");
    await say("muted", "sent", channel.name);
    emits("send-message", "muted_topics");
    await mute("othello", channel.id, "muted");
    await othello.call("POST /messages/{message_id}/reactions", { message_id: widget, emoji_name: "octopus" });
    emits("add-reaction", "user_topic", "muted_topics");
    await mute("othello", channel.id, "muted");
    const vote = JSON.stringify({ type: "vote", key: "canned,0", vote: 1 });
    await othello.call("POST /submessage", { message_id: widget, msg_type: "widget", content: vote });
    emits("add-submessage", "user_topic", "muted_topics");
    await mute("cordelia", channel.id, "first");
    const { topics } = await desdemona.call("GET /users/me/{stream_id}/topics", { stream_id: channel.id });
    for (const { name: topic_name } of topics) {
      await desdemona.call("POST /streams/{stream_id}/delete_topic", { stream_id: channel.id, topic_name });
    }
    emits("delete-topic", "stream/update", "user_topic", "muted_topics", "attachment/update");
  });

  test("a user stops typing an edit", async () => {
    const message_id = await say("edited", "text");
    await server.cast.othello.call("POST /messages/{message_id}/typing", { message_id, op: "start" });
    await server.cast.othello.call("POST /messages/{message_id}/typing", { message_id, op: "stop" });
    emits("set-typing-status-for-message-edit", "typing_edit_message/start", "typing_edit_message/stop");
  });
});
