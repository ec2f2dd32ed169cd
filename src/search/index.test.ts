import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { createDatabase } from "../../test/harness/database.ts";
import { type CastMember, startTestServer, type TestServer } from "../../test/harness/server.ts";
import { until } from "../../test/harness/until.ts";
import { BLOCK } from "./blocks.ts";

/** Messages of three full blocks and a bit, made before the server starts. */
const MESSAGES = 3 * BLOCK + 100;
const BEFORE = 10_000;

suite("the search index", () => {
  let server: TestServer;
  /** What each message says, by ID. */
  const contents = new Map<number, string>();
  let channelId: number;

  before(async () => {
    const database = await createDatabase();
    const { sql } = database;
    const [place] = await sql<{ channelId: number; userId: number; last: number }[]>`
      select c.id as channel_id, a.id as user_id, h.last_message_id as last
      from channel c
      join account a on a.realm_id = c.realm_id and a.email like 'hamlet@%'
      join realm_head h on h.realm_id = c.realm_id
      where not c.invite_only order by c.id limit 1`;
    const { channelId: channel, userId, last } = place as { channelId: number; userId: number; last: number };
    channelId = channel;
    const words = ["oak", "elm", "ash", "fir", "yew", "databases", "running", "42", "会议", "Café"];
    const texts = Array.from({ length: MESSAGES }, (_, n) => {
      const own = words.filter((_word, index) => (n * 7919 + index * 104_729) % (index + 2) === 0);
      return `number${n} ${own.join(" ")} end`;
    });
    for (const [n, text] of texts.entries()) contents.set(last + 1 + n, text);
    await sql`
      insert into message (realm_id, id, conversation_id, is_direct, sender_id, topic, topic_key, content,
        rendered_content, sent_at, client, sender_read)
      select 1, ${last} + n, ${channel}, false, ${userId}, 'trees', 'trees', text, '<p>' || text || '</p>', now(),
        'test', true
      from unnest(${texts}::text[]) with ordinality as t (text, n)`;
    await sql`update realm_head set last_message_id = ${last + MESSAGES} where realm_id = 1`;
    server = await startTestServer({ database });
    assert.deepEqual(await found("oak"), having("oak"), "before there is an index");
    await indexed();
  });

  /** Waits until all full blocks and all changes are in the index. */
  const indexed = () =>
    until(
      async () => {
        const [row] = await server.database.sql<{ open: number; changes: number }[]>`
          select h.last_message_id + 1 - i.until as open,
            (select count(*) from search_changed c where c.realm_id = h.realm_id) as changes
          from realm_head h join search_indexed i on i.realm_id = h.realm_id where h.realm_id = 1`;
        return row;
      },
      (row) => row !== undefined && row.open < BLOCK && row.changes === 0,
    );

  const search = async (who: CastMember, operand: string, args: object = {}) =>
    who.call("GET /messages", {
      anchor: "newest",
      num_before: BEFORE / 2,
      narrow: [
        { operator: "channel", operand: channelId },
        { operator: "search", operand },
      ],
      ...args,
    });
  const found = async (operand: string, args?: object) =>
    (await search(server.cast.hamlet, operand, args)).messages.map(({ id }) => id);
  /** The messages with words that begin like these, or with these characters. */
  const having = (...words: string[]) =>
    [...contents].filter(([, text]) => words.every((word) => ` ${text}`.includes(` ${word}`))).map(([id]) => id);

  test("a search finds the same in the index as in the messages themselves", async () => {
    for (const words of [["oak"], ["elm", "ash"], ["fir", "yew", "oak"], ["会议"], ["42", "elm"], ["number77"]]) {
      assert.deepEqual(await found(words.join(" ")), having(...words), words.join(" "));
    }
    assert.deepEqual(await found("database"), having("databases"), "another form");
    assert.deepEqual(await found("atabas runs"), having("databases", "running"), "a part and another form");
    assert.deepEqual(await found("cafe"), having("Café"));
    assert.deepEqual(await found('"ash fir"'), having("ash fir"));
    assert.deepEqual(await found("oak nowhere"), []);
  });

  test("a search goes both ways from an anchor, and says where its ends are", async () => {
    const all = having("oak");
    const middle = all[Math.floor(all.length / 2)] as number;
    const at = all.indexOf(middle);
    const page = await search(server.cast.hamlet, "oak", { anchor: middle, num_before: 3, num_after: 3 });
    assert.deepEqual(
      page.messages.map(({ id }) => id),
      all.slice(at - 3, at + 4),
    );
    assert.deepEqual([page.found_anchor, page.found_oldest, page.found_newest], [true, false, false]);
    const newest = await search(server.cast.hamlet, "oak", { num_before: 5 });
    assert.deepEqual(
      newest.messages.map(({ id }) => id),
      all.slice(-5),
    );
    const oldest = await search(server.cast.hamlet, "oak", { anchor: "oldest", num_before: 0, num_after: 2 });
    assert.deepEqual(
      oldest.messages.map(({ id }) => id),
      all.slice(0, 2),
    );
    assert.deepEqual([oldest.found_oldest, oldest.found_newest], [true, false]);
  });

  test("a negated search leaves out what it would find", async () => {
    const narrow = (...terms: object[]) => ({
      narrow: [{ operator: "channel", operand: channelId }, ...terms] as never,
    });
    const without = (operand: string) => ({ operator: "search", operand, negated: true });
    const all = new Set(having("oak"));
    const others = [...contents.keys()].filter((id) => !all.has(id));
    assert.deepEqual(await found("", narrow(without("oak"))), others);
    const elms = having("elm").filter((id) => !all.has(id));
    assert.deepEqual(await found("", narrow({ operator: "search", operand: "elm" }, without("oak"))), elms);
    const phrases = having("ash").filter((id) => !contents.get(id)?.includes("ash fir"));
    assert.deepEqual(await found("", narrow({ operator: "search", operand: "ash" }, without('"ash fir"'))), phrases);
  });

  test("an edited, moved or deleted message is found by what it says now, and its old words leave the index", async () => {
    const { desdemona, hamlet } = server.cast;
    const [edited, moved, gone] = having("yew").filter((id) => id > 2 * BLOCK) as [number, number, number];
    await hamlet.call("PATCH /messages/{message_id}", { message_id: edited, content: "rare" });
    contents.set(edited, "rare");
    await hamlet.call("PATCH /messages/{message_id}", {
      message_id: moved,
      topic: "aspens",
      propagate_mode: "change_one",
      send_notification_to_new_thread: false,
      send_notification_to_old_thread: false,
    });
    await desdemona.call("DELETE /messages/{message_id}", { message_id: gone });
    const word = contents.get(gone)?.split(" ")[0] as string;
    contents.delete(gone);
    const check = async () => {
      assert.deepEqual(await found("yew"), having("yew"));
      assert.deepEqual(await found("rare"), [edited]);
      assert.deepEqual(await found("aspen"), [moved]);
      assert.deepEqual(await found(word), []);
    };
    await check();
    await indexed();
    await check();
    const rows = await server.database.sql`select from search_posting where lexeme = ${word}`;
    assert.equal(rows.length, 0);
  });

  test("a message that cannot be indexed does not keep others from being found", async () => {
    const { hamlet } = server.cast;
    const { sql } = server.database;
    const [unfit, fit] = having("fir") as [number, number];
    await sql`alter table search_posting add constraint fit check (lexeme <> 'unfit') not valid`;
    await hamlet.call("PATCH /messages/{message_id}", { message_id: unfit, content: "unfit" });
    await hamlet.call("PATCH /messages/{message_id}", { message_id: fit, content: "fitting" });
    await indexed();
    assert.deepEqual(await found("fitting"), [fit]);
    assert.match(server.output(), /message not indexed/);
    await sql`alter table search_posting drop constraint fit`;
    for (const id of [unfit, fit]) contents.delete(id);
  });

  test("a process that indexes keeps nobody waiting, neither another one nor a search", async () => {
    const { hamlet } = server.cast;
    const { sql } = server.database;
    const [number] = having("elm") as [number];
    await sql.begin(async (blocking) => {
      await blocking`select from search_indexed for update`;
      await hamlet.call("PATCH /messages/{message_id}", { message_id: number, content: "patience" });
      assert.deepEqual(await found("patience"), [number]);
      const content = { type: "channel" as const, to: [channelId] as never, topic: "t", content: "meanwhile" };
      const { id } = await hamlet.call("POST /messages", content);
      assert.deepEqual(await found("meanwhile"), [id]);
      const waiting = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ~ 'search_indexed'`;
      assert.equal(waiting.length, 0);
    });
    await indexed();
    assert.deepEqual(await found("patience"), [number]);
  });
});
