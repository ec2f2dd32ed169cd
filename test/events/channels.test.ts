import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { Arguments } from "#client/client.ts";
import { createChannel, type MadeChannel } from "../harness/channels.ts";
import { createGroup } from "../harness/groups.ts";
import { listen } from "../harness/listen.ts";
import { type CastMember, startTestServer, type TestServer } from "../harness/server.ts";
import { holds } from "./holds.ts";

type Update = Omit<Partial<Arguments<"PATCH /streams/{stream_id}">>, "stream_id">;

const AWARE = { client_capabilities: { notification_settings_null: false, archived_channels: true } };

suite("state and events of channels", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ flags: ["--web-public-channels", "on"] });
    await server.cast.desdemona.call("PATCH /realm", { enable_spectator_access: true });
  });

  const change = (who: CastMember, { id }: MadeChannel, update: Update) =>
    who.call("PATCH /streams/{stream_id}", { stream_id: id, ...update });
  const only = (...ids: number[]) => ({ direct_members: ids, direct_subgroups: [] });
  /** For clients that know archived channels, and for those that do not. */
  const holdsForAll = async (action: () => Promise<unknown>, undo: () => Promise<unknown>) => {
    await holds(server, action);
    await undo();
    await holds(server, action, undefined, AWARE);
  };

  test("a user who is added to a new private channel while their poll is parked gets the channel first", async () => {
    const { hamlet, othello, polonius } = server.cast;
    const listeners = [];
    for (const who of [othello, polonius])
      listeners.push(await listen(who, { event_types: ["stream", "subscription"] }));
    await createChannel(hamlet, { invite_only: true, subscribers: [hamlet.id, othello.id, polonius.id] });
    for (const listener of listeners) {
      const kinds = (await listener.received()).map(({ type, op }) => `${type}/${op ?? ""}`);
      assert.deepEqual(kinds.slice(0, 2), ["stream/create", "subscription/add"]);
    }
  });

  test("users are added to a channel and leave it, public or private, guests among them", async () => {
    const { hamlet, othello, polonius } = server.cast;
    for (const invite_only of [false, true]) {
      const channel = await createChannel(hamlet, { invite_only });
      const principals = [othello.id, polonius.id];
      await holds(server, () => hamlet.call("POST /users/me/subscriptions", { subscriptions: [channel], principals }));
      await holds(server, () =>
        hamlet.call("POST /messages", { type: "channel", to: channel.id, topic: "t", content: "x" }),
      );
      const leave = { subscriptions: [channel.name], principals };
      await holds(server, () => hamlet.call("DELETE /users/me/subscriptions", leave));
      await holds(server, () => hamlet.call("DELETE /users/me/subscriptions", { subscriptions: [channel.name] }));
    }
  });

  test("a channel changes its privacy in every way", async () => {
    const { desdemona, hamlet, polonius } = server.cast;
    const channel = await createChannel(desdemona, { subscribers: [desdemona.id, hamlet.id] });
    const steps: Update[] = [
      { is_private: true },
      { history_public_to_subscribers: true },
      { is_private: false },
      { is_web_public: true },
      { is_web_public: false },
      { is_private: true, new_name: "renamed on the way", description: "and *described*" },
      { is_private: false, is_web_public: true },
      { is_private: true, is_web_public: false, history_public_to_subscribers: true },
    ];
    for (const step of steps) await holds(server, () => change(desdemona, channel, step));
    await hamlet.call("POST /users/me/subscriptions", {
      subscriptions: [{ name: "renamed on the way" }],
      principals: [polonius.id],
    });
    await holds(server, () => change(desdemona, channel, { is_private: false }));
    await holds(server, () => change(desdemona, channel, { is_private: true }));
  });

  test("a channel changes its name, description, policies and groups", async () => {
    const { desdemona, othello, cordelia } = server.cast;
    const channel = await createChannel(desdemona, { invite_only: true });
    const group = await createGroup(desdemona, { members: [cordelia.id] });
    const steps: Update[] = [
      { new_name: "fresh", description: "a **new** one" },
      { message_retention_days: 30, topics_policy: "allow_empty_topic" },
      { can_send_message_group: { new: 3 } },
      { can_send_message_group: { new: 5 } },
      { can_subscribe_group: { new: only(othello.id) } },
      { can_administer_channel_group: { new: group } },
      { can_subscribe_group: { new: 1 }, can_add_subscribers_group: { new: only(othello.id, cordelia.id) } },
      { can_add_subscribers_group: { new: 1 }, can_administer_channel_group: { new: 1 } },
      { is_private: false, is_default_stream: true },
      { is_default_stream: false },
    ];
    for (const step of steps) await holds(server, () => change(desdemona, channel, step));
  });

  test("a channel is archived, changed while it is archived, and restored", async () => {
    const { desdemona, hamlet, othello, polonius } = server.cast;
    // The visibility policies of topics are hidden while their channel is archived, and no event says so.
    await hamlet.call("PATCH /settings", { automatically_follow_topics_policy: 4 });
    for (const invite_only of [false, true]) {
      const subscribers = [desdemona.id, hamlet.id, polonius.id];
      const channel = await createChannel(desdemona, { invite_only, subscribers, is_default_stream: !invite_only });
      await hamlet.call("POST /messages", { type: "channel", to: channel.id, topic: "t", content: "unread" });
      const archive = () => desdemona.call("DELETE /streams/{stream_id}", { stream_id: channel.id });
      const unarchive = () => change(desdemona, channel, { is_archived: false });
      await holdsForAll(archive, unarchive);
      await holdsForAll(unarchive, archive);
      await archive();
      await holdsForAll(
        () => change(desdemona, channel, { description: "changed in the archive" }),
        () => change(desdemona, channel, { description: "" }),
      );
      await holdsForAll(
        () => desdemona.call("POST /users/me/subscriptions", { subscriptions: [channel], principals: [othello.id] }),
        () =>
          desdemona.call("DELETE /users/me/subscriptions", { subscriptions: [channel.name], principals: [othello.id] }),
      );
      await holdsForAll(
        () => change(desdemona, channel, { is_private: !invite_only }),
        () => change(desdemona, channel, { is_private: invite_only }),
      );
      await holdsForAll(
        () => change(desdemona, channel, { is_private: invite_only, is_archived: false, description: "again" }),
        async () => {
          await archive();
          await change(desdemona, channel, { is_private: !invite_only });
        },
      );
    }
  });

  test("a late reader finds a channel gone that was archived before they lost access", async () => {
    const { desdemona, cordelia, othello } = server.cast;
    for (const args of [{}, AWARE]) {
      const subscribers = [desdemona.id, othello.id];
      const channel = await createChannel(desdemona, { invite_only: true, subscribers });
      await change(desdemona, channel, { can_administer_channel_group: { new: only(cordelia.id) } });
      const lose = async () => {
        await desdemona.call("DELETE /streams/{stream_id}", { stream_id: channel.id });
        const leave = { subscriptions: [channel.name], principals: [othello.id] };
        await desdemona.call("DELETE /users/me/subscriptions", leave);
        await change(desdemona, channel, { can_administer_channel_group: { new: 1 } });
        await desdemona.call("POST /messages", { type: "direct", to: [othello.id], content: "It is over." });
      };
      await holds(server, lose, ["othello", "cordelia"], args);
    }
  });

  test("a user's own settings of a channel", async () => {
    const { hamlet } = server.cast;
    const channel = await createChannel(hamlet);
    await holds(server, () =>
      hamlet.call("POST /users/me/subscriptions/properties", {
        subscription_data: [
          { stream_id: channel.id, property: "is_muted", value: true },
          { stream_id: channel.id, property: "wildcard_mentions_notify", value: false },
          { stream_id: channel.id, property: "color", value: "#000000" },
        ],
      }),
    );
  });

  test("the manager of a bot gets the event when the bot's channel becomes private", async () => {
    const { hamlet, iago } = server.cast;
    const channel = await createChannel(hamlet);
    const bot = await hamlet.call("POST /bots", {
      full_name: "Herald",
      short_name: "herald",
      default_sending_stream: channel.name,
    });
    const queue = await iago.register();
    assert.ok((queue.realm_bots as { user_id: number }[]).some(({ user_id }) => user_id === bot.user_id));
    await holds(server, () => change(hamlet, channel, { is_private: true }));
    assert.ok((await iago.drain(queue)).some(({ type, op }) => type === "realm_bot" && op === "delete"));
    await holds(server, () => change(hamlet, channel, { is_private: false }));
  });

  test("guests with limited visibility forget users whose shared channel they left", async () => {
    const { desdemona, hamlet, polonius } = server.cast;
    await desdemona.call("PATCH /realm", { can_access_all_users_group: { new: 6 } });
    const channel = await createChannel(hamlet);
    const both = { subscriptions: [channel.name], principals: [polonius.id] };
    await holds(server, () => hamlet.call("POST /users/me/subscriptions", { ...both, subscriptions: [channel] }), [
      "polonius",
    ]);
    await holds(server, () => hamlet.call("DELETE /users/me/subscriptions", both), ["polonius"]);
    await hamlet.call("POST /users/me/subscriptions", { ...both, subscriptions: [channel] });
    await holds(server, () => hamlet.call("DELETE /users/me/subscriptions", { subscriptions: [channel.name] }), [
      "polonius",
    ]);
    await desdemona.call("PATCH /realm", { can_access_all_users_group: { new: 7 } });
  });

  test("CVE-2025-25195: archiving a private channel emits nothing to users who may not know of it", async () => {
    const { hamlet, cordelia, polonius } = server.cast;
    const channel = await createChannel(hamlet, { invite_only: true, name: "marker-55ab" });
    const strangers = [cordelia, polonius];
    const queues = await Promise.all(strangers.map((who) => who.register(AWARE)));
    await hamlet.call("DELETE /streams/{stream_id}", { stream_id: channel.id });
    await change(hamlet, channel, { is_archived: false });
    for (const [index, who] of strangers.entries()) {
      const events = JSON.stringify(await who.drain(queues[index] as (typeof queues)[number]));
      assert.ok(!events.includes("marker-55ab") && !events.includes(`"stream_id":${channel.id}`));
    }
  });
});
