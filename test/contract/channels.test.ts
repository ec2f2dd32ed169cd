import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { ok, refusal, wire, type Wire } from "./wire.ts";

/** The contract about channels, one test for each of its headings. */
suite("contract: channels", () => {
  let server: TestServer;
  let api: Wire;
  before(async () => {
    server = await startTestServer();
    api = wire(server);
  });

  const channelId = async (name: string) =>
    (await ok(api(server.cast.desdemona, "GET", "/get_stream_id", { stream: name })))["stream_id"] as number;

  test("POST /users/me/subscriptions", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const body = await ok(
      api(server.cast.desdemona, "POST", "/users/me/subscriptions", {
        subscriptions: [{ name: "Denmark", description: "**Rotten**" }],
        principals: [hamlet.id, othello.id],
        history_public_to_subscribers: true,
        message_retention_days: "unlimited",
        topics_policy: "disable_empty_topic",
        can_remove_subscribers_group: { direct_members: [othello.id], direct_subgroups: [] },
      }),
    );
    assert.deepEqual(body["subscribed"], { [hamlet.id]: ["Denmark"], [othello.id]: ["Denmark"] });
    const apiEmail = async ({ id }: { id: number }) => {
      const { user } = await ok(api(hamlet, "GET", `/users/${id}`));
      return (user as { email: string }).email;
    };
    const again = await ok(
      api(hamlet, "POST", "/users/me/subscriptions", {
        subscriptions: [{ name: "Denmark" }],
        principals: [await apiEmail(othello), await apiEmail(cordelia)],
      }),
    );
    assert.deepEqual(Object.keys(again["already_subscribed"] as object), [String(othello.id)]);
    for (const principals of [[999_999], ["nobody@elsinore.example"]]) {
      const bad = { subscriptions: [{ name: "Denmark" }], principals };
      await refusal(api(hamlet, "POST", "/users/me/subscriptions", bad));
    }
    await ok(
      api(hamlet, "POST", "/users/me/subscriptions", { subscriptions: [{ name: "closet" }], invite_only: true }),
    );
    const reach = { subscriptions: [{ name: "closet" }, { name: "Denmark" }] };
    await refusal(api(cordelia, "POST", "/users/me/subscriptions", reach));
    const lenient = { ...reach, authorization_errors_fatal: false };
    assert.deepEqual((await ok(api(cordelia, "POST", "/users/me/subscriptions", lenient)))["unauthorized"], ["closet"]);
    const long = { subscriptions: [{ name: "x".repeat(61) }] };
    await refusal(api(hamlet, "POST", "/users/me/subscriptions", long));
    const tooOpen = { subscriptions: [{ name: "open" }], is_web_public: true };
    await refusal(api(hamlet, "POST", "/users/me/subscriptions", tooOpen));
  });

  test("subscription, op add", async () => {
    const { hamlet, othello } = server.cast;
    const queue = await othello.register({ event_types: ["subscription"], include_subscribers: "true" });
    await ok(
      api(hamlet, "POST", "/users/me/subscriptions", {
        subscriptions: [{ name: "Verona", description: "*fair*" }],
        principals: [othello.id],
      }),
    );
    const [event] = await othello.drain(queue);
    const [channel] = (event?.["subscriptions"] ?? []) as Record<string, unknown>[];
    assert.partialDeepStrictEqual(channel, {
      stream_id: await channelId("Verona"),
      name: "Verona",
      description: "*fair*",
      rendered_description: "<p><em>fair</em></p>",
      creator_id: hamlet.id,
      invite_only: false,
      subscribers: [othello.id],
    });
    assert.ok(Number.isInteger(channel?.["date_created"]));
    for (const gone of ["email_address", "role"]) assert.ok(!(gone in (channel ?? {})));
  });

  test("POST /channels/create", async () => {
    const { hamlet, othello, desdemona } = server.cast;
    const { channel_folder_id: folder } = await ok(
      api(desdemona, "POST", "/channel_folders/create", { name: "Castles", description: "" }),
    );
    const settings = [
      "can_add_subscribers_group",
      "can_delete_any_message_group",
      "can_delete_own_message_group",
      "can_remove_subscribers_group",
      "can_administer_channel_group",
      "can_move_messages_out_of_channel_group",
      "can_move_messages_within_channel_group",
      "can_send_message_group",
      "can_subscribe_group",
      "can_resolve_topics_group",
    ];
    const value = { direct_members: [othello.id], direct_subgroups: [] };
    const { id } = await ok(
      api(desdemona, "POST", "/channels/create", {
        name: "Elsinore",
        description: "cold",
        subscribers: [hamlet.id, othello.id],
        folder_id: folder,
        topics_policy: "allow_empty_topic",
        message_retention_days: 30,
        ...Object.fromEntries(settings.map((name) => [name, value])),
      }),
    );
    const { stream } = (await ok(api(hamlet, "GET", `/streams/${String(id)}`))) as { stream: Record<string, unknown> };
    assert.partialDeepStrictEqual(stream, {
      name: "Elsinore",
      folder_id: folder,
      topics_policy: "allow_empty_topic",
      message_retention_days: 30,
      ...Object.fromEntries(settings.map((name) => [name, value])),
    });
    await refusal(api(hamlet, "POST", "/channels/create", { name: "no subscribers" }), "REQUEST_VARIABLE_MISSING");
    await refusal(api(hamlet, "POST", "/channels/create", { name: "strangers", subscribers: [999_999] }));
  });

  test("PATCH /streams/{stream_id}", async () => {
    const { desdemona, iago, hamlet, othello } = server.cast;
    await ok(api(hamlet, "POST", "/users/me/subscriptions", { subscriptions: [{ name: "ramparts" }] }));
    const id = await channelId("ramparts");
    const patch = (who: typeof iago, params: Record<string, unknown>) => api(who, "PATCH", `/streams/${id}`, params);
    await ok(patch(iago, { new_name: "battlements", description: "**high**" }));
    await ok(patch(desdemona, { message_retention_days: "unlimited" }));
    await ok(patch(hamlet, { topics_policy: "disable_empty_topic" }));
    await ok(patch(hamlet, { subscribed_groups: { new: [3], old: [] }, unlinked_subscriptions: "remove" }));
    await refusal(patch(hamlet, { subscribed_groups: { new: [4], old: [5] } }), "EXPECTATION_MISMATCH");
    await refusal(patch(hamlet, { subscribed_groups: { new: [1] } }));
    await refusal(patch(othello, { subscribed_groups: { new: [] } }));
    await refusal(patch(othello, { description: "mine" }));
    const groups = (name: string) => ({ [name]: { new: { direct_members: [othello.id], direct_subgroups: [] } } });
    for (const name of ["can_add_subscribers_group", "can_remove_subscribers_group"])
      await ok(patch(hamlet, groups(name)));
    for (const name of ["can_delete_any_message_group", "can_delete_own_message_group"]) {
      await ok(patch(desdemona, groups(name)));
    }
    await refusal(patch(desdemona, { can_delete_any_message_group: { new: 1, old: 2 } }), "EXPECTATION_MISMATCH");
    await refusal(patch(iago, { is_private: false, history_public_to_subscribers: false }));
    await ok(patch(hamlet, { is_private: true, history_public_to_subscribers: false }));
    const { stream } = (await ok(api(hamlet, "GET", `/streams/${id}`))) as { stream: Record<string, unknown> };
    assert.partialDeepStrictEqual(stream, {
      name: "battlements",
      rendered_description: "<p><strong>high</strong></p>",
      invite_only: true,
      history_public_to_subscribers: false,
    });
    await ok(patch(hamlet, { is_private: false }));
    await ok(patch(iago, { is_default_stream: true }));
    await ok(patch(iago, { is_default_stream: false }));
    await ok(api(desdemona, "DELETE", `/streams/${id}`));
    await ok(patch(desdemona, { is_archived: false }));
    await ok(patch(desdemona, { is_archived: true }));
    await ok(api(hamlet, "POST", "/messages", { type: "channel", to: id, topic: "t", content: "still open" }));
  });

  test("topics_policy: only the empty topic, once there is nothing else", async () => {
    const { hamlet } = server.cast;
    await ok(api(hamlet, "POST", "/users/me/subscriptions", { subscriptions: [{ name: "lobby" }] }));
    const id = await channelId("lobby");
    const say = (topic: string) => api(hamlet, "POST", "/messages", { type: "channel", to: id, topic, content: "hi" });
    const { id: named } = await ok(say("named"));
    await refusal(api(hamlet, "PATCH", `/streams/${id}`, { topics_policy: "empty_topic_only" }));
    await ok(api(hamlet, "DELETE", `/messages/${String(named)}`));
    const narrow = [{ operator: "channel", operand: id }];
    const page = await ok(
      api(server.cast.iago, "GET", "/messages", { anchor: "newest", num_before: 10, num_after: 0, narrow }),
    );
    for (const message of page["messages"] as { id: number }[]) {
      await ok(api(server.cast.iago, "DELETE", `/messages/${message.id}`));
    }
    await ok(api(hamlet, "PATCH", `/streams/${id}`, { topics_policy: "empty_topic_only" }));
    await refusal(say("named"));
    await ok(say("general chat"));
  });

  test("PATCH /channel_folders/{channel_folder_id}", async () => {
    const { desdemona, hamlet } = server.cast;
    const made = await ok(api(desdemona, "POST", "/channel_folders/create", { name: "Old", description: "" }));
    const path = `/channel_folders/${String(made["channel_folder_id"])}`;
    await refusal(api(hamlet, "PATCH", path, { name: "Mine" }), "UNAUTHORIZED_PRINCIPAL");
    await ok(api(desdemona, "PATCH", path, { name: "New", description: "*new*" }));
    await refusal(api(desdemona, "PATCH", path, { name: "  " }));
    await ok(api(desdemona, "PATCH", path, { is_archived: true }));
    await refusal(api(desdemona, "PATCH", "/channel_folders/999999", { name: "x" }));
  });
});
