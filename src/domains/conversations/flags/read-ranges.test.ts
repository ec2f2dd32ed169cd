import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import { tries } from "../../../../test/harness/chance.ts";
import { REALM_ID as REALM } from "../../../../test/harness/cast.ts";
import { createDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { countMessageReads } from "../../../../test/harness/message-reads.ts";
import { rangesToRead } from "./ranges/ranges.ts";
import { addRead, closeGaps, lookUpStops, removeRead } from "./ranges/read-ranges.ts";

const READER = 1;
const HERE = 10;
const ELSEWHERE = 20;

/** The relations of a message to its reader. Their own is read from the start; one that has `left` may be unread. */
const KINDS = ["marked", "unread", "own", "left", "elsewhere"] as const;
type Kind = (typeof KINDS)[number];

let database: TestDatabase;
before(async () => {
  database = await createDatabase();
});

async function fill(kinds: readonly Kind[]): Promise<void> {
  const { sql } = database;
  await sql`delete from message where realm_id = ${REALM}`;
  await sql`delete from read_state where realm_id = ${REALM}`;
  await sql`
    insert into message (realm_id, id, conversation_id, origin_id, sender_id, is_direct, topic, topic_key, content,
                         rendered_content, sent_at, client, sender_read)
    select ${REALM}, row_number() over (),
           case when kind in ('left', 'elsewhere') then ${ELSEWHERE}::int8 else ${HERE}::int8 end,
           case when kind = 'left' then ${HERE}::int8 end, case when kind = 'own' then ${READER}::int8 else ${READER + 1}::int8 end,
           false, 't', 't', 'x', 'x', now(), 'test', true
    from unnest(${[...kinds]}::text[]) as k (kind)`;
  await sql`update realm_head set last_message_id = ${kinds.length} where realm_id = ${REALM}`;
}

const keep = (ranges: string) => database.sql`
  insert into read_state (realm_id, user_id, conversation_id, ranges)
  values (${REALM}, ${READER}, ${HERE}, ${ranges}::int8multirange)`;

/** The ranges of the conversation, and the messages in them. */
async function readHere(): Promise<{ ranges: number; end: number; ids: number[] }> {
  const [row] = await database.sql<{ ranges: number; end: number; ids: number[] }[]>`
    select (select count(*)::int from unnest(r.ranges)) as ranges, coalesce(upper(r.ranges), 0) as end,
           array(select m.id from message m where m.realm_id = r.realm_id and r.ranges @> m.id order by m.id) as ids
    from read_state r where r.realm_id = ${REALM} and r.user_id = ${READER} and r.conversation_id = ${HERE}`;
  return row ?? { ranges: 0, end: 0, ids: [] };
}

const idsOf = (kinds: readonly Kind[], wanted: Kind): number[] =>
  kinds.flatMap((kind, index) => (kind === wanted ? [index + 1] : []));

/** Every marked message is in a range, none that may be unread is, and each run of marked messages is one range. */
async function assertExact(kinds: readonly Kind[]): Promise<void> {
  const { ranges, ids } = await readHere();
  const details = `${kinds.join(" ")}: ${ids.join(" ")}`;
  const isRead = new Set(ids);
  for (const id of idsOf(kinds, "marked")) assert.ok(isRead.has(id), details);
  for (const id of [...idsOf(kinds, "unread"), ...idsOf(kinds, "left")]) assert.ok(!isRead.has(id), details);
  const known = kinds.filter((kind) => kind !== "own" && kind !== "elsewhere");
  const runs = known.filter((kind, index) => kind === "marked" && known[index - 1] !== "marked").length;
  assert.equal(ranges, runs, details);
}

const anyKinds = fc.array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 30, size: "max" });

test("a reader who marks few messages reads up to the next one that may be unread", async () => {
  await fc.assert(
    fc.asyncProperty(anyKinds, async (kinds) => {
      await fill(kinds);
      const connection = await database.sql.reserve();
      await addRead(connection, REALM, READER, idsOf(kinds, "marked"), kinds.length);
      connection.release();
      await assertExact(kinds);
      assert.ok((await readHere()).end <= kinds.length + 1, "what comes later is not read");
    }),
    tries(60),
  );
});

test("a reader's ranges are joined exactly over the gaps without an unread message", async () => {
  await fc.assert(
    fc.asyncProperty(anyKinds, async (kinds) => {
      await fill(kinds);
      const ranges = idsOf(kinds, "marked").map((id) => `[${id},${id + 1})`);
      await keep(`{${ranges.join(",")}}`);
      await database.sql.begin((tx) => closeGaps(tx, REALM, READER, [HERE, ELSEWHERE]));
      await assertExact(kinds);
    }),
    tries(60),
  );
});

test("messages are looked up once, however many conversations their reader has", async () => {
  const marked = 50;
  const kinds = Array.from({ length: 2 * marked }, (_, index) => (index % 2 === 0 ? "marked" : "unread"));
  await fill(kinds);
  const ids = idsOf(kinds, "marked");
  await keep(`{${ids.map((id) => `[${id},${id + 1})`).join(",")}}`);
  await database.sql`
    insert into read_state (realm_id, user_id, conversation_id, ranges)
    select ${REALM}, ${READER}, ${ELSEWHERE} + number, '{}' from generate_series(1, 40) number`;
  const closing = await countMessageReads(database.sql, (tx) => closeGaps(tx, REALM, READER, [HERE]));
  assert.ok(closing.searches >= marked - 1 && closing.searches <= 2 * marked, `${closing.searches} searches`);
  const removing = await countMessageReads(database.sql, (tx) => removeRead(tx, REALM, READER, ids));
  assert.ok(removing.searches >= 1 && removing.searches <= 2 * marked, `${removing.searches} searches`);
  assert.deepEqual((await readHere()).ids, []);
});

/** Marks the first `count` messages that are not read. */
const firstMarked = (kinds: readonly Kind[], count: number): Kind[] => {
  let left = count;
  return kinds.map((kind) => (kind === "marked" || kind === "unread" ? ((left -= 1) < 0 ? "unread" : "marked") : kind));
};

test("a reader who marks all or some unread messages of a place, few or many, reads exactly those", async () => {
  await fc.assert(
    fc.asyncProperty(anyKinds, fc.nat({ max: 8 }), fc.boolean(), async (anything, count, isWhole) => {
      const kinds = isWhole ? firstMarked(anything, count) : anything;
      const ids = idsOf(kinds, "marked");
      if (ids.length === 0) return;
      for (const many of [1, 100]) {
        await fill(kinds);
        const { sql } = database;
        const sent = sql`select unnest(${ids}::int8[]) as id, ${HERE}::int8 as place`;
        const places = await lookUpStops(sql, REALM, READER, { sent, whole: isWhole ? [HERE] : [] }, many);
        assert.equal(places.length, 1);
        for (const place of places) await keep(rangesToRead(place));
        assert.ok((await readHere()).end <= kinds.length + 1, "what comes later is not read");
        if (many === 1 && !isWhole) await sql.begin((tx) => closeGaps(tx, REALM, READER, [HERE]));
        await assertExact(kinds);
      }
    }),
    tries(150),
  );
});
