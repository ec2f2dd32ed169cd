import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import fc from "fast-check";
import type { Sql } from "#engine/db/database.ts";
import { BLOCK, SEGMENT } from "#search/blocks.ts";
import { tries } from "../harness/chance.ts";
import { createDatabase } from "../harness/database.ts";
import { type CastMember, startTestServer, type TestServer } from "../harness/server.ts";
import { until } from "../harness/until.ts";

/**
 * Searches compared with a plain scan. What a reader may see is fetched without search terms, which needs no index, and
 * filtered here. Readers received random parts of random channels, so that most of what the index finds is for others;
 * one received everything.
 */
const MESSAGES = 14 * BLOCK + 100;
/** The messages are on both sides of the end of a segment. */
const FIRST = (SEGMENT - 6) * BLOCK;
const CHANNELS = 100;
/** Channels without messages, of one reader, who has many conversations. */
const EMPTY = 150;
/** Words, and in how many of 1000 messages each is. */
const CHANCES = { oak: 900, elm: 300, ash: 100, fir: 30, yew: 10, box: 3, larch: 1 };
const WORDS = Object.keys(CHANCES);
/** The most that one request fetches. */
const PAGE = 5000;

/** The messages of a reader, ascending. */
interface Known {
  readonly id: number;
  readonly topic: string;
  readonly words: ReadonlySet<string>;
}

suite("searches", () => {
  let server: TestServer;
  let readers: readonly CastMember[] = [];
  const known = new Map<CastMember, readonly Known[]>();

  before(async () => {
    const database = await createDatabase();
    await fill(database.sql);
    server = await startTestServer({ database });
    const { hamlet, cordelia, polonius, iago } = server.cast;
    readers = [hamlet, cordelia, polonius, iago];
    await until(
      () => database.sql`
        select from realm_head h join search_indexed i on i.realm_id = h.realm_id
        where h.realm_id = 1 and h.last_message_id + 1 - i.until < ${BLOCK}`,
      (rows) => rows.length > 0,
    );
    // Some become a part of the history of a user who did not receive them, and some are gone.
    const { messages } = await hamlet.call("GET /messages", {
      anchor: "newest",
      num_before: 300,
      narrow: [["channels", "public"]] as never,
    });
    const picked = messages.filter((_, index) => index % 10 === 0).map(({ id }) => id);
    await hamlet.call("POST /messages/flags", { messages: picked, op: "add", flag: "starred" });
    for (const id of picked.slice(0, 5))
      await server.cast.desdemona.call("DELETE /messages/{message_id}", { message_id: id });
    for (const who of readers) known.set(who, await scanned(who));
  });

  /** All messages of a reader that a request without search terms finds. */
  const scanned = async (who: CastMember): Promise<Known[]> => {
    const all: Known[] = [];
    for (let anchor: number | "newest" = "newest"; ;) {
      const page = await who.call("GET /messages", {
        anchor,
        num_before: PAGE,
        include_anchor: false,
        apply_markdown: false,
      });
      const own = page.messages.map(({ id, content, subject: topic }) => ({
        id,
        topic,
        words: new Set(content.split(" ")),
      }));
      all.unshift(...own);
      if (page.found_oldest) return all;
      anchor = own[0]?.id as number;
    }
  };

  // Of a word that is nearly everywhere the index finds most for others.
  const words = fc.oneof(
    fc.constant<string[]>(["oak"]),
    fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }),
  );
  const sides = fc.tuple(fc.constantFrom(0, 1, 20, 200, 1000), fc.constantFrom(0, 1, 20, 200, 1000));
  const anchors = fc.oneof(
    fc.constantFrom("newest" as const, "oldest" as const),
    fc.integer({ min: FIRST - 100, max: FIRST + MESSAGES + 100 }),
  );

  test("a page of a search is what a plain scan finds around its anchor, and its ends are told as they are", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 3 }),
        words,
        fc.boolean(),
        fc.boolean(),
        anchors,
        sides,
        async (index, sought, without, isRare, anchor, [before, after]) => {
          const who = readers[index] as CastMember;
          const excluded = without ? WORDS.find((word) => !sought.includes(word)) : undefined;
          const matching = (known.get(who) ?? [])
            .filter(({ words: own }) => sought.every((word) => own.has(word)) && !own.has(excluded ?? "-"))
            .filter(({ topic }) => !isRare || topic === "glade")
            .map(({ id }) => id);
          const narrow = [
            { operator: "search", operand: sought.join(" ") },
            ...(excluded === undefined ? [] : [{ operator: "search", operand: excluded, negated: true }]),
            ...(isRare ? [{ operator: "topic", operand: "glade" }] : []),
          ];
          // On a busy machine a search may end before it has seen everything, and says so.
          const page = await until(
            () => who.call("GET /messages", { anchor, num_before: before, num_after: after, narrow }),
            ({ unsearched }) => unsearched === undefined,
          );
          const start = anchor === "newest" ? Number.POSITIVE_INFINITY : anchor === "oldest" ? 0 : anchor;
          const older = matching.filter((id) => id < start);
          const newer = matching.filter((id) => id > start);
          const isFound = matching.includes(start);
          assert.deepEqual(
            page.messages.map(({ id }) => id),
            [...(before === 0 ? [] : older.slice(-before)), ...(isFound ? [start] : []), ...newer.slice(0, after)],
          );
          assert.equal(page.found_anchor, isFound);
          if (page.found_oldest) assert.ok(older.length <= before, "there are older ones");
          if (page.found_newest) assert.ok(newer.length <= after, "there are newer ones");
          assert.ok(page.found_oldest || older.length >= before, "all older ones are there");
          assert.ok(page.found_newest || newer.length >= after, "all newer ones are there");
        },
      ),
      // The example: so many messages are the reader's that to leave out the others would not pay.
      { ...tries(120), examples: [[3, ["ash"], false, true, "newest", [1000, 0]]], endOnFailure: true },
    );
  });
});

/** Channels of each kind, messages in them, and subscriptions that received some of these. */
async function fill(sql: Sql): Promise<void> {
  const [head] = await sql<{ lastId: number }[]>`select last_id from realm_head where realm_id = 1`;
  const lastId = head?.lastId as number;
  await sql`
    insert into channel (realm_id, id, name, name_key, description, rendered_description, created_at, settings, invite_only,
      history_public_to_subscribers)
    select 1, ${lastId} + n, 'wood ' || n, 'wood ' || n, '', '', now(), c.settings, n % 3 > 0, n % 3 < 2
    from generate_series(1, ${CHANNELS + EMPTY}::int) n, channel c where c.realm_id = 1 and c.name = 'general'`;
  // The same numbers in each run, below 1000.
  const chance = (n: string) => sql.unsafe(`((hashint4(${n}) & 65535) % 1000)`);
  const words = Object.entries(CHANCES).map(([word, most], index) => {
    return sql`case when ${chance(`n * 16 + ${index}`)} < ${most}::int then ${word}::text end`;
  });
  const texts = words.reduce((list, word) => sql`${list}, ${word}`);
  await sql`
    insert into message (realm_id, id, conversation_id, is_direct, sender_id, topic, topic_key, content, rendered_content,
      sent_at, client, sender_read)
    select 1, ${FIRST} + n, ${lastId + 1} + ${chance("n * 16 + 15")} % ${CHANNELS}::int, false, a.id, topic, topic,
      text, '<p>' || text || '</p>', now(), 'test', true
    from account a, generate_series(0, ${MESSAGES - 1}::int) n,
      lateral (select case when n % 16 = 0 then 'glade' else 'woods' end as topic) p,
      lateral (select concat_ws(' ', 'number' || n, ${texts}) as text) t
    where a.realm_id = 1 and a.email like 'iago@%'`;
  await sql`
    update realm_head set last_id = ${lastId + CHANNELS + EMPTY}, last_message_id = ${FIRST + MESSAGES - 1} where realm_id = 1`;
  // Few of the channels, and of each all messages, none any more, or those of two spans; for one reader all of them.
  const span = (from: number, past: number) => `[${FIRST + from},${FIRST + past})`;
  const received = ["{[1,)}", `{${span(1000, 3000)}}`, `{${span(500, 1500)},[${FIRST + 4000},)}`];
  await sql`
    insert into subscription (realm_id, user_id, channel_id, received, color)
    select 1, a.id, c.id,
      (${received}::text[])[case when a.email like 'iago@%' then 1 else 1 + (a.id + c.id) % 3 end]::int8multirange, '#76ce90'
    from account a, channel c
    where a.realm_id = 1 and c.realm_id = 1 and c.name like 'wood %'
      and case when c.id > ${lastId + CHANNELS} then a.email like 'polonius@%'
        when a.email like 'iago@%' then true
        else (a.id * 7 + c.id) % 14 = 0 and split_part(a.email, '@', 1) in ('hamlet', 'cordelia', 'polonius') end`;
}
