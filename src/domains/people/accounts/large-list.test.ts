import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { createChannel } from "../../../../test/harness/channels.ts";
import { createDatabase } from "../../../../test/harness/database.ts";
import { type CastMember, startTestServer } from "../../../../test/harness/server.ts";

const FIRST = 100_000;
const EXTRA = 900;

interface Listed {
  readonly user_id: number;
  readonly full_name: string;
  readonly delivery_email: string | null;
}

suite("a list of many users", () => {
  test("is the same in any coding, and shows each caller what they may see, also after changes", async () => {
    const database = await createDatabase();
    await database.sql`
      insert into account (realm_id, id, email, email_key, full_name, role, date_joined, email_visibility)
      select 1, ${FIRST}::int8 + n, email, email, 'Extra ' || n, 400, now(), 3
      from generate_series(1, ${EXTRA}::int) n, lateral (select 'extra' || n || '@elsinore.example') e (email)`;
    await database.sql`update account set email_visibility = 3 where realm_id = 1 and id < ${FIRST}`;
    const server = await startTestServer({ database });
    const { hamlet, othello, iago, polonius } = server.cast;
    const listed = async (who: CastMember, coding: string): Promise<Listed[]> => {
      const authorization = `Basic ${Buffer.from(`${who.email}:${who.apiKey}`).toString("base64")}`;
      const response = await fetch(`${server.url}/api/v1/register`, {
        method: "POST",
        headers: { authorization, "accept-encoding": coding },
        body: new URLSearchParams({ event_types: '["realm_user"]' }),
      });
      assert.equal(response.headers.get("content-encoding"), coding === "gzip" ? "gzip" : null);
      return ((await response.json()) as { realm_users: Listed[] }).realm_users;
    };
    const userOf = async (who: CastMember, user_id: number) =>
      (await who.call("GET /users/{user_id}", { user_id, include_custom_profile_fields: true })).user as Listed;
    const check = async () => {
      for (const who of [hamlet, iago, othello, polonius, hamlet]) {
        const users = await listed(who, "gzip");
        assert.deepEqual(await listed(who, "identity"), users);
        const emails = users.filter(({ delivery_email }) => delivery_email !== null).map(({ user_id }) => user_id);
        assert.deepEqual(who === iago ? emails.length : emails, who === iago ? users.length : [who.id], who.name);
        for (const id of [hamlet.id, iago.id, FIRST + 1, FIRST + EXTRA]) {
          const found = users.find(({ user_id }) => user_id === id);
          assert.partialDeepStrictEqual(await userOf(who, id), { ...found });
        }
        const { members } = await who.call("GET /users", { include_custom_profile_fields: true });
        const active = members.filter(({ is_active }) => is_active === true);
        assert.deepEqual(
          active.map(({ user_id, delivery_email }) => [user_id, delivery_email]).sort(byId),
          users.map(({ user_id, delivery_email }) => [user_id, delivery_email]),
        );
      }
    };
    await check();
    await hamlet.call("PATCH /settings", { full_name: "Hamlet the Dane" });
    await iago.call("DELETE /users/{user_id}", { user_id: FIRST + 300 });
    await iago.call("PATCH /users/{user_id}", { user_id: FIRST + 600, full_name: "Somebody else" });
    await check();
    const names = (await listed(othello, "gzip")).map(({ full_name }) => full_name);
    assert.ok(names.includes("Hamlet the Dane") && names.includes("Somebody else") && !names.includes("Extra 300"));
  });
});

test("a client that fetches users gets a few of more than 20,000, guests all whom they may know, and the others by their IDs", async () => {
  const MANY = 20_000;
  const database = await createDatabase();
  await database.sql`
    insert into account (realm_id, id, email, email_key, full_name, role, date_joined, email_visibility)
    select 1, ${FIRST}::int8 + n, email, email, 'Extra ' || n, 400, now(), 3
    from generate_series(1, ${MANY}::int) n, lateral (select 'extra' || n || '@elsinore.example') e (email)`;
  const { cast } = await startTestServer({ database });
  const { desdemona, hamlet, iago, othello, polonius } = cast;
  await hamlet.call("POST /messages", { type: "direct", to: [FIRST + 7], content: "Words, words, words." });
  const listed = async (args: object, who = hamlet) => {
    const client_capabilities = { notification_settings_null: true, user_list_incomplete: true };
    const state = await who.register({ fetch_event_types: ["realm_user"], client_capabilities, ...args });
    return (state["realm_users"] as Listed[]).map(({ user_id }) => user_id);
  };
  const few = await listed({ include_subscribers: "partial" });
  for (const id of [hamlet.id, iago.id, FIRST + 7]) assert.ok(few.includes(id));
  assert.ok(!few.includes(othello.id) && few.length < 20);
  assert.ok((await listed({ include_subscribers: "false" })).length > MANY);
  const { members } = await hamlet.call("GET /users", { user_ids: [othello.id, FIRST + 8] });
  assert.deepEqual(
    members.map(({ user_id }) => user_id),
    [othello.id, FIRST + 8],
  );
  const { user_groups: groups } = await desdemona.call("GET /user_groups");
  const everyMember = groups.find(({ name }) => name === "role:members")?.id;
  assert.ok(everyMember !== undefined);
  await desdemona.call("PATCH /realm", { can_access_all_users_group: { new: everyMember } });
  await createChannel(othello, { subscribers: [othello.id, polonius.id] });
  const known = await listed({ include_subscribers: "partial" }, polonius);
  assert.ok(known.includes(othello.id) && !known.includes(hamlet.id) && !known.includes(FIRST + 8));
});

const byId = ([a]: readonly unknown[], [b]: readonly unknown[]): number => Number(a) - Number(b);
