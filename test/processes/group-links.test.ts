import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { createChannel } from "../harness/channels.ts";
import { createDatabase, type TestDatabase } from "../harness/database.ts";
import { linkGroups, linksFollowed, subscribersOf } from "../harness/group-links.ts";
import { createGroup } from "../harness/groups.ts";
import { startTestServer } from "../harness/server.ts";
import { until } from "../harness/until.ts";

const CROWD = 5000;
const FEWER = 1000;
const FIRST = 100_000;

async function insertCrowd({ sql }: TestDatabase, count: number): Promise<number[]> {
  await sql`
    insert into account (realm_id, id, email, email_key, full_name, role, date_joined, email_visibility)
    select 1, ${FIRST}::int8 + n, email, email, 'Extra ' || n, 400, now(), 3
    from generate_series(0, ${count}::int - 1) n, lateral (select 'extra' || n || '@elsinore.example') e (email)`;
  return Array.from({ length: count }, (_, n) => FIRST + n);
}

const left = async ({ sql }: TestDatabase): Promise<number> =>
  (await sql<{ left: number }[]>`select cardinality(user_ids) - done as left from channel_group_edge`)[0]?.left ?? 0;

suite("groups that are linked to channels", () => {
  test("a killed process leaves the rest of a group to another, by who is in it then, and no subscription is lost", async () => {
    const database = await createDatabase();
    const people = await insertCrowd(database, CROWD);
    const first = await startTestServer({ database, isSeparate: true });
    const { desdemona } = first.cast;
    const channel = await createChannel(desdemona);
    const group = await createGroup(desdemona, { members: people });
    await linkGroups(desdemona, channel.id, [group]);
    await until(
      () => left(database),
      (count) => count > 0 && count < CROWD,
    );
    await first.stop("SIGKILL");
    const undone = await left(database);
    assert.ok(undone > 0, "it was killed in the middle");
    // Nobody has subscribed the last one yet, and nobody will: they are in the group no more.
    const [last, ...others] = people.toReversed() as [number, ...number[]];
    await database.sql`delete from user_group_member where user_id = ${last}`;

    const second = await startTestServer({ database });
    await linksFollowed(second);
    assert.deepEqual(
      await subscribersOf(second.cast.desdemona, channel.id),
      [desdemona.id, ...others].sort((a, b) => a - b),
    );
    const [row] = await database.sql<{ added: number; people: number }[]>`
      select count(*)::int as added, count(distinct user_id)::int as people from subscription
      where channel_id = ${channel.id} and via_group and upper_inf(received)`;
    assert.deepEqual({ ...row }, { added: others.length, people: others.length });
  });

  test("two processes share the work, and each edge is done once", async () => {
    const database = await createDatabase();
    const people = await insertCrowd(database, FEWER);
    const first = await startTestServer({ database, isSeparate: true });
    const second = await startTestServer({ database, isSeparate: true });
    const { desdemona } = first.cast;
    const channel = await createChannel(desdemona);
    const group = await createGroup(desdemona, { members: people });
    await linkGroups(desdemona, channel.id, [group]);
    await linksFollowed(first);
    await linkGroups(second.cast.desdemona, channel.id, [], "remove");
    await linksFollowed(second);
    const rows = await database.sql<{ data: { added?: number[]; removed?: number[] } }[]>`
      select data from audit_event
      where action = 'channel.subscribers_changed' and target_id = ${String(channel.id)} order by id`;
    // The lists are shortened: the number of rows tells that no piece was done twice.
    const pieces = FEWER / 250;
    assert.equal(rows.filter(({ data }) => data.added?.length === 101).length, pieces);
    assert.equal(rows.filter(({ data }) => data.removed?.length === 101).length, pieces);
    for (const { cast } of [first, second]) {
      // A process follows what the other one has done.
      const left = await until(
        () => subscribersOf(cast.desdemona, channel.id),
        ({ length }) => length === 1,
      );
      assert.deepEqual(left, [desdemona.id]);
    }
  });

  test("who cannot be subscribed is left out, and those of the same piece are not", async () => {
    const server = await startTestServer();
    const { desdemona, hamlet, othello, cordelia } = server.cast;
    const channel = await createChannel(desdemona);
    const group = await createGroup(desdemona, { members: [hamlet.id, othello.id, cordelia.id] });
    const { sql } = server.database;
    await sql.unsafe(`
      create function refuse() returns trigger language plpgsql as $$ begin
        if new.user_id = ${othello.id} and new.channel_id = ${channel.id} then raise 'not them'; end if;
        return new;
      end $$`);
    await sql`create trigger refuse before insert on subscription for each row execute function refuse()`;
    await linkGroups(desdemona, channel.id, [group]);
    await linksFollowed(server);
    assert.deepEqual(
      await subscribersOf(desdemona, channel.id),
      [desdemona.id, hamlet.id, cordelia.id].sort((a, b) => a - b),
    );
  });
});
