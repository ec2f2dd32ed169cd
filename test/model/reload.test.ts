import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import fc from "fast-check";
import { directoryAt } from "#domains/entry/scim/test-support.ts";
import { turnOn } from "#domains/people/two-step/test-support.ts";
import { apply } from "#engine/model/apply.ts";
import { emptyModel } from "#engine/model/model.ts";
import { loadModel } from "#engine/model/load.ts";
import type { ReadPool } from "#engine/db/database.ts";
import type { LogEntry } from "#engine/log/entry.ts";
import { readEntries } from "#engine/log/read.ts";
import { tries } from "../harness/chance.ts";
import { comparableModel } from "../harness/model.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";

/** All kinds of changes to a channel. */
async function changeChannels({ cast: { desdemona, hamlet, cordelia } }: TestServer): Promise<void> {
  const folder = await desdemona.call("POST /channel_folders/create", { name: "folder", description: "*of* channels" });
  const { channel_folder_id: spare } = await desdemona.call("POST /channel_folders/create", { name: "spare" });
  await desdemona.call("PATCH /channel_folders", { order: [spare, folder.channel_folder_id] });
  await desdemona.call("PATCH /channel_folders/{channel_folder_id}", { channel_folder_id: spare, is_archived: true });
  const subscribers = [desdemona.id, hamlet.id, cordelia.id];
  const { id: stream_id } = await desdemona.call("POST /channels/create", { name: "changing", subscribers });
  const change = (update: object) => desdemona.call("PATCH /streams/{stream_id}", { stream_id, ...update });
  await change({ new_name: "Changed", description: "**so** much", folder_id: folder.channel_folder_id });
  await change({ is_private: true, message_retention_days: 30, topics_policy: "disable_empty_topic" });
  await change({ can_send_message_group: { new: { direct_members: [hamlet.id], direct_subgroups: [3] } } });
  await cordelia.call("DELETE /users/me/subscriptions", { subscriptions: ["Changed"] });
  await change({ is_private: false, is_default_stream: true });
  await desdemona.call("POST /channels/create", { name: "steady", subscribers: [] });
  const group = { group_name: "group", description: "", stream_names: ["steady"] };
  await desdemona.call("POST /default_stream_groups/create", group);
  await desdemona.call("DELETE /streams/{stream_id}", { stream_id });
  await cordelia.call("POST /users/me/subscriptions", { subscriptions: [{ name: "Changed" }] });
  await change({ is_archived: false });
}

test("a model updated by the log equals one loaded from the database, from any position of the log", async () => {
  const server = await startTestServer();
  const { hamlet, desdemona, othello, cordelia } = server.cast;
  const { sql } = server.database;
  const early = await loadModel(sql, 1, "localhost");
  const names = fc.constantFrom("a", "b", "c", "d");
  const people = fc.subarray([hamlet.id, othello.id, cordelia.id], { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(names, people, fc.boolean()), { minLength: 1, maxLength: 8 }), async (steps) => {
      for (const [name, principals, isPrivate] of steps) {
        await hamlet
          .call("POST /users/me/subscriptions", { subscriptions: [{ name }], principals, invite_only: isPrivate })
          .catch(() => {});
        await hamlet.call("POST /messages", { type: "direct", to: principals, content: name });
        await hamlet.call("POST /messages", { type: "channel", to: name, topic: "t", content: name }).catch(() => {});
      }
      await othello.call("POST /users/me/api_key/regenerate").catch(() => {});
      const words = steps.map(([name]) => name);
      await cordelia.call("POST /users/me/alert_words", { alert_words: words });
      await cordelia.call("DELETE /users/me/alert_words", { alert_words: words.slice(1) });
      const muting = (["POST", "DELETE"] as const).slice(0, steps.length);
      for (const method of muting) {
        const muted = { muted_user_id: hamlet.id };
        await cordelia.call(`${method} /users/me/muted_users/{muted_user_id}`, muted).catch(() => {});
      }
      const settings = { enter_sends: steps.length > 2, timezone: "Europe/Copenhagen" };
      await cordelia.call("PATCH /settings", { ...settings, email_address_visibility: 1 + (steps.length % 5) });
    }),
    tries(5),
  );
  await desdemona.call("POST /users", {
    email: "new@elsinore.example",
    password: "brevity is the soul",
    full_name: "New",
  });
  for (const person of [desdemona, cordelia]) await turnOn(person);
  await desdemona.call("DELETE /users/me/two_step");
  const directory = await directoryAt(server);
  await directory.ok("POST", "/Groups", { displayName: "managed", members: [{ value: String(hamlet.id) }] });
  await changeChannels(server);
  const now = await loadModel(sql, 1, "localhost");
  const entries: LogEntry[] = await readEntries(sql, 1, { after: early.position, upTo: now.position, limit: 10_000 });
  for (const { change, position } of entries) {
    if (change !== undefined) apply(early, change);
    early.position = position;
  }
  assert.deepEqual(comparableModel(early), comparableModel(now));
  assert.notDeepEqual(comparableModel(now), comparableModel(emptyModel(now.realm, "localhost", now.position)));
});

suite("an organization that is loaded in two snapshots", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  /** Loads it while something happens before the second snapshot. Returns the model, and how many snapshots there were. */
  async function loadedAround(happening: () => Promise<unknown>) {
    const { sql } = server.database;
    let begun = 0;
    let first: Promise<unknown> = Promise.resolve();
    const begin = async (options: string, work: (tx: never) => Promise<unknown>) => {
      begun += 1;
      if (begun === 1) return (first = sql.begin(options, work as never));
      if (begun === 2) await first.then(happening);
      return sql.begin(options, work as never);
    };
    const pool = Object.assign((...args: Parameters<ReadPool>) => sql(...args), { begin }) as unknown as ReadPool;
    return { model: await loadModel(pool, 1, "localhost"), begun };
  }

  test("is loaded again, in one, if it has changed between them", async () => {
    const { hamlet, othello } = server.cast;
    const subscriptions = [{ name: "between" }];
    const principals = [hamlet.id, othello.id];
    const { model, begun } = await loadedAround(() =>
      hamlet.call("POST /users/me/subscriptions", { subscriptions, principals }),
    );
    assert.equal(begun, 3);
    assert.deepEqual(comparableModel(model), comparableModel(await loadModel(server.database.sql, 1, "localhost")));
    const channel = model.channelsByName.get("between");
    assert.deepEqual(
      [...(model.subscribers.get(channel?.id ?? 0)?.keys() ?? [])],
      principals.toSorted((a, b) => a - b),
    );
  });

  test("is not, if only messages were sent between them", async () => {
    const { hamlet } = server.cast;
    const send = () =>
      hamlet.call("POST /messages", { type: "channel", to: "general", topic: "t", content: "between" });
    // The first message of a channel changes the channel.
    await send();
    const { begun } = await loadedAround(send);
    assert.equal(begun, 2);
  });
});
