import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { loadModel } from "#engine/model/load.ts";
import type { User } from "#engine/model/records.ts";
import { unreadFrom } from "./queries.ts";

suite("muted users", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const mutedBy = async (who: CastMember) =>
    ((await who.register({ event_types: ["muted_users"] }))["muted_users"] as { id: number }[]).map(({ id }) => id);
  const mute = (who: CastMember, id: number) =>
    who.call("POST /users/me/muted_users/{muted_user_id}", { muted_user_id: id });
  const unmute = (who: CastMember, id: number) =>
    who.call("DELETE /users/me/muted_users/{muted_user_id}", { muted_user_id: id });

  test("a user mutes others, whose messages become read, and unmutes them", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const send = (who: CastMember, args: object) =>
      who.call("POST /messages", { type: "channel", to: "general", topic: "castle", content: "x", ...args });
    for (const who of [othello, cordelia]) {
      await send(who, {});
      await send(who, { type: "direct", to: [hamlet.id] });
    }
    const before = await loadModel(server.database.sql, 1, "localhost");
    const [reader, sender] = [before.users.get(hamlet.id) as User, before.users.get(othello.id) as User];
    const found = await unreadFrom(server.database.sql, before, reader, sender);
    assert.equal(found.length, 2);
    assert.deepEqual(await unreadFrom(server.database.sql, before, reader, sender, 0), found, "also of very many");
    await holds(server, () => mute(hamlet, othello.id));
    const { unread_msgs: unread } = (await hamlet.register()) as unknown as { unread_msgs: { count: number } };
    assert.equal(unread.count, 2, "Cordelia's messages stay unread");
    await holds(server, () => mute(hamlet, cordelia.id));
    assert.deepEqual(await mutedBy(hamlet), [othello.id, cordelia.id]);
    assert.deepEqual(await mutedBy(othello), [], "and nobody else knows");
    const model = await loadModel(server.database.sql, 1, "localhost");
    assert.deepEqual([...(model.mutersOf.get(othello.id) ?? [])], [hamlet.id]);
    await holds(server, () => unmute(hamlet, othello.id));
    await unmute(hamlet, cordelia.id);
    assert.deepEqual(await mutedBy(hamlet), []);
  });

  test("a user mutes bots and deactivated users, but not themselves, invisible users or already muted ones", async () => {
    const { hamlet, iago, shiva } = server.cast;
    const bot = await iago.call("POST /bots", { full_name: "Robot", short_name: "robot" });
    await mute(hamlet, bot.user_id);
    await iago.call("DELETE /users/{user_id}", { user_id: shiva.id });
    await mute(hamlet, shiva.id);
    const refused = async (method: "POST" | "DELETE", id: number) => {
      const { status, code } = await hamlet.refused(`${method} /users/me/muted_users/{muted_user_id}`, {
        muted_user_id: id,
      });
      assert.equal(`${status} ${code}`, "400 BAD_REQUEST");
    };
    await refused("POST", hamlet.id);
    await refused("POST", shiva.id);
    await refused("POST", 999_999);
    await refused("DELETE", 999_999);
    await refused("DELETE", iago.id);
    assert.deepEqual(await mutedBy(hamlet), [bot.user_id, shiva.id]);
  });

  test("nobody mutes more users than the limit", async () => {
    const { cordelia, hamlet, othello } = server.cast;
    const { sql } = server.database;
    await sql`
      insert into account (realm_id, id, email, email_key, full_name, role, date_joined, email_visibility)
      select 1, 10000 + i, email, email, 'Extra', 400, now(), 3
      from generate_series(1, 999) i, lateral (select 'extra' || i || '@elsinore.example') e (email)`;
    await sql`
      insert into muted_user (realm_id, user_id, muted_user_id, muted_at)
      select 1, ${cordelia.id}, 10000 + i, now() from generate_series(1, 999) i`;
    await mute(cordelia, hamlet.id);
    const refusal = await cordelia.refused("POST /users/me/muted_users/{muted_user_id}", { muted_user_id: othello.id });
    assert.match(refusal.message, /at most 1000/);
  });
});
