import assert from "node:assert/strict";
import { test } from "node:test";
import { createDatabase } from "../../../test/harness/database.ts";
import { type CastMember, startTestServer } from "../../../test/harness/server.ts";

const FIRST = 100_000;
const MANY = 300;

interface Shown {
  readonly stream_id: number;
}

test("a list of many channels is the same in any coding, and shows each caller what is so, also after changes", async () => {
  const database = await createDatabase();
  await database.sql`
    insert into channel (realm_id, id, name, name_key, description, rendered_description, created_at, settings)
    select 1, ${FIRST}::int8 + n, 'channel ' || n, 'channel ' || n, '', '', now(), general.settings
    from generate_series(1, ${MANY}::int) n, channel general where general.name = 'general'`;
  const server = await startTestServer({ database });
  const { hamlet, desdemona, othello } = server.cast;
  const change = (stream_id: number, update: object) =>
    desdemona.call("PATCH /streams/{stream_id}", { stream_id, ...update });
  const named = { direct_members: [hamlet.id, othello.id], direct_subgroups: [] };
  await change(FIRST + 5, { can_send_message_group: { new: named } });

  const registered = async (who: CastMember, coding: string) => {
    const authorization = `Basic ${Buffer.from(`${who.email}:${who.apiKey}`).toString("base64")}`;
    const response = await fetch(`${server.url}/api/v1/register`, {
      method: "POST",
      headers: { authorization, "accept-encoding": coding },
      body: new URLSearchParams({ fetch_event_types: '["stream", "subscription"]', include_subscribers: "partial" }),
    });
    assert.equal(response.headers.get("content-encoding"), coding === "gzip" ? "gzip" : null);
    const { streams, never_subscribed, subscriptions } = (await response.json()) as Record<string, Shown[]>;
    return { streams, never_subscribed, subscriptions };
  };
  const check = async () => {
    for (const who of [hamlet, desdemona, hamlet]) {
      const lists = await registered(who, "gzip");
      assert.deepEqual(await registered(who, "identity"), lists);
      const { streams } = await who.call("GET /streams", { include_all: who === desdemona, exclude_archived: true });
      const expected = new Map(streams.map((channel) => [channel.stream_id, channel as Shown]));
      assert.deepEqual(new Set(lists.streams?.map(({ stream_id }) => stream_id)), new Set(expected.keys()));
      for (const shown of [lists.streams, lists.never_subscribed, lists.subscriptions].flatMap((list) => list ?? [])) {
        const { is_default: _, ...channel } = expected.get(shown.stream_id) as Shown & { is_default?: boolean };
        assert.partialDeepStrictEqual(shown, channel);
      }
      const { stream_id } = { stream_id: FIRST + 9 };
      const { subscribers } = await who.call("GET /streams/{stream_id}/members", { stream_id });
      const shown = [...(lists.never_subscribed ?? []), ...(lists.subscriptions ?? [])];
      assert.deepEqual(
        shown.find((channel) => channel.stream_id === stream_id),
        { ...shown.find((channel) => channel.stream_id === stream_id), subscribers },
      );
    }
  };
  await check();
  await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name: "channel 9" }] });
  await check();
  await change(FIRST + 200, { new_name: "renamed" });
  await check();
  await desdemona.call("DELETE /users/{user_id}", { user_id: othello.id });
  await check();
});
