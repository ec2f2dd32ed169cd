import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { Arguments } from "#client/client.ts";
import { channelOf, createChannel } from "../../../test/harness/channels.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../test/harness/server.ts";
import { holds } from "../../../test/events/holds.ts";

type Update = Omit<Arguments<"PATCH /streams/{stream_id}">, "stream_id">;

suite("unarchiving a channel with changes", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  /** An archived channel without subscribers, which its creator may still read. */
  async function empty(settings: Partial<Arguments<"POST /channels/create">>): Promise<number> {
    const { iago } = server.cast;
    const can_subscribe_group = { direct_members: [iago.id], direct_subgroups: [] };
    const { id } = await createChannel(iago, { subscribers: [], can_subscribe_group, ...settings });
    await iago.call("DELETE /streams/{stream_id}", { stream_id: id });
    return id;
  }
  const bringBack = (who: CastMember, stream_id: number, update: Update) =>
    holds(server, () => who.call("PATCH /streams/{stream_id}", { stream_id, is_archived: false, ...update }));

  test("a subscriber keeps unread messages while the channel is archived, and after it is unarchived", async () => {
    const { iago, hamlet } = server.cast;
    const { id: stream_id } = await createChannel(iago, { subscribers: [iago.id, hamlet.id] });
    const words = { type: "channel", to: stream_id, topic: "unread", content: "for later" } as const;
    const { id } = await iago.call("POST /messages", words);
    const waits = async () => {
      const { unread_msgs } = await hamlet.register({ event_types: ["message", "update_message_flags"] });
      return (unread_msgs as { streams: { stream_id: number; unread_message_ids: number[] }[] }).streams
        .filter((stream) => stream.stream_id === stream_id)
        .flatMap(({ unread_message_ids }) => unread_message_ids);
    };
    const before = await waits();
    assert.ok(before.includes(id));
    await iago.call("DELETE /streams/{stream_id}", { stream_id });
    assert.deepEqual(await waits(), before, "the notice of it is new to nobody");
    await iago.call("PATCH /streams/{stream_id}", { stream_id, is_archived: false });
    assert.ok(new Set(await waits()).isSupersetOf(new Set(before)));
  });

  test("an administrator unarchives an empty channel if it is public by then, and not if it is private", async () => {
    const { iago } = server.cast;
    const closed = await empty({ invite_only: true });
    await iago.refused("PATCH /streams/{stream_id}", { stream_id: closed, is_archived: false });
    await bringBack(iago, closed, { is_private: false });
    assert.partialDeepStrictEqual(await channelOf(iago, closed), { is_archived: false, invite_only: false });
    const open = await empty({});
    await iago.refused("PATCH /streams/{stream_id}", { stream_id: open, is_archived: false, is_private: true });
    assert.partialDeepStrictEqual(await channelOf(iago, open), { is_archived: true, invite_only: false });
  });

  test("clients get an unarchived channel once: as a new one, or as the old one and its changes", async () => {
    const { iago, hamlet } = server.cast;
    const { id, name } = await createChannel(iago, { subscribers: [iago.id] });
    await iago.call("DELETE /streams/{stream_id}", { stream_id: id });
    const register = (archived_channels: boolean) =>
      hamlet.register({
        event_types: ["stream"],
        client_capabilities: { notification_settings_null: true, archived_channels },
      });
    const [knowing, other] = [await register(true), await register(false)];
    const update = { new_name: `${name} again`, description: "back" };
    await bringBack(iago, id, update);
    const [shown, ...more] = await hamlet.drain(other);
    assert.partialDeepStrictEqual(shown, { op: "create", streams: [{ name: update.new_name, description: "back" }] });
    assert.deepEqual(more, []);
    const events = (await hamlet.drain(knowing)).map((event) => [event["name"], event["property"], event["value"]]);
    assert.deepEqual(events, [
      [name, "is_archived", false],
      [name, "description", "back"],
      [name, "name", update.new_name],
    ]);
  });

  test("an administrator makes a channel a default one while it is unarchived, and not before", async () => {
    const { iago } = server.cast;
    const id = await empty({});
    await iago.refused("PATCH /streams/{stream_id}", { stream_id: id, is_default_stream: true });
    await bringBack(iago, id, { is_default_stream: true });
    const { realm_default_streams: ids } = await iago.register({ fetch_event_types: ["default_streams"] });
    assert.ok((ids as number[]).includes(id));
  });
});
