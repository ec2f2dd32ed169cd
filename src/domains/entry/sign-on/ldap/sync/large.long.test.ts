import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { suite, test } from "node:test";
import { createDatabase } from "../../../../../../test/harness/database.ts";
import { startTestServer } from "../../../../../../test/harness/server.ts";
import {
  GROUPS,
  groupEntry,
  PEOPLE,
  personEntry,
  startSlapd,
  withoutSlapd,
} from "../../../../../../test/harness/slapd.ts";
import { signOnFlags } from "../../test-support.ts";
import { directoryAt, synchronizeNow } from "../test-support.ts";

const PEOPLE_COUNT = 5000;
const MAX_SECONDS = 30;

suite("a directory with 5,000 people", { skip: withoutSlapd }, () => {
  test("is synchronized within half a minute, also if everybody has changed, and again without a write", async (t) => {
    const people = Array.from({ length: PEOPLE_COUNT }, (_, index) => ({ uid: `person-${index}`, uuid: randomUUID() }));
    const slapd = await startSlapd(people.map(({ uid, uuid: entryUUID }) => personEntry(uid, { entryUUID })));
    slapd.add([
      groupEntry(
        "half",
        people.slice(0, PEOPLE_COUNT / 2).map(({ uid }) => uid),
      ),
    ]);
    const database = await createDatabase();
    const { sql } = database;
    const [uids, uuids] = [people.map(({ uid }) => uid), people.map(({ uuid }) => uuid)];
    await sql`
      insert into account (realm_id, id, email, email_key, full_name, role, date_joined, email_visibility)
      select realm_id, 1000000 + person.number, person.uid || '@elsinore.example', person.uid || '@elsinore.example', person.uid,
             role, date_joined, email_visibility
      from account, unnest(${uids}::text[]) with ordinality as person (uid, number) where email like 'hamlet%'`;
    await sql`
      insert into identity (realm_id, provider, subject, user_id, created_at)
      select 1, 'file:staff', subject, 1000000 + number, now()
      from unnest(${uuids}::text[]) with ordinality as person (subject, number)`;
    const mappings = { name: "cn", groups: { claim: "groups", map: { half: "half" } } };
    const server = await startTestServer({
      database,
      flags: signOnFlags([directoryAt(slapd, { mappings, group_base: GROUPS })]),
    });
    const measured = async (what: string) => {
      const started = performance.now();
      await synchronizeNow(server);
      const seconds = (performance.now() - started) / 1000;
      t.diagnostic(`${what}: ${seconds.toFixed(1)} s`);
      assert.ok(seconds < MAX_SECONDS, `${what} took ${seconds} s`);
    };
    const head = async () =>
      (await sql<{ position: number }[]>`select max(position) as position from event_log`)[0]?.position;

    // The first one, when the server starts, gives everybody the name that they have in the directory.
    await measured("everybody's name, and once more without changes");
    const before = await head();
    await measured("without changes");
    assert.equal(await head(), before);
    const { members } = await server.cast.desdemona.call("GET /users");
    assert.equal(members.filter(({ full_name: name }) => name.endsWith(" of the directory")).length, PEOPLE_COUNT);

    await server.cast.desdemona.call("POST /user_groups/create", { name: "half", description: "", members: [] });
    await measured("half of them into a group");
    slapd.remove(...people.slice(0, 500).map(({ uid }) => `uid=${uid},${PEOPLE}`));
    await measured("a tenth of them gone");
    const [left] = await sql<{ count: number }[]>`
      select count(*)::int as count from account where is_active and id > 1000000`;
    assert.equal(left?.count, PEOPLE_COUNT - 500);
  });
});
