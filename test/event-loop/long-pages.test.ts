import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { TRAITS } from "#domains/records/messages/message.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { MAX_HOLD_MS } from "./holds.ts";
import { type Watch, watch, watchedStart } from "./watched.ts";

const MESSAGES = 24;
/** As long as HTML may be. Quotes are escaped in JSON, and each letter is a word that is marked. */
const MAX_HTML_LENGTH = 1_000_000;
const EDITS = 100;
const REACTIONS = 999;
/** The reactions of so many messages are longer than a page may be. */
const LOVED = 100;
/** The events of so many messages of emoji are longer than a response to a poll may be. */
const POLLED = 40;
const narrow = [{ operator: "channel", operand: "long" }];

/** Each page has the longest messages, edits and reactions that anybody can store. */
suite("a page of the longest messages", () => {
  let server: TestServer;
  let watched: Watch;
  const ids: number[] = [];

  before(async () => {
    const start = watchedStart();
    server = await startTestServer({ isSeparate: true, env: start.env });
    const { hamlet } = server.cast;
    await hamlet.call("POST /users/me/subscriptions", {
      subscriptions: [{ name: "long" }],
      send_new_subscription_messages: false,
    });
    for (let at = 0; at < MESSAGES; at += 1) {
      const content = `sword ${at}`;
      ids.push((await hamlet.call("POST /messages", { type: "channel", to: "long", topic: "deeds", content })).id);
    }
    const { sql } = server.database;
    await sql`
      update message
      set rendered_content = repeat('<p>"sword a</p>', ${Math.floor(MAX_HTML_LENGTH / 15)})
      where id = any(${ids}::int8[])`;
    await sql`
      update message m
      set edits = (
        select jsonb_agg(jsonb_build_object('userId', ${hamlet.id}::int8, 'at', 2000000000 - n, 'prevContent', 'old ' || n,
          'prevRendered', repeat('"a ', 8000)))
        from generate_series(1, ${EDITS}) n)
      where id = any(${ids.slice(0, 2)}::int8[])`;
    await addReactions(ids);
    watched = await watch(start);
  });
  after(() => watched.end());

  const addReactions = async (messageIds: readonly number[]) => {
    const { sql } = server.database;
    const list = [...messageIds];
    await sql`update message set traits = traits | ${TRAITS.hasReaction}::int2 where id = any(${list}::int8[])`;
    await sql`
      insert into reaction (realm_id, id, message_id, user_id, emoji_name, emoji_code, reaction_type)
      select m.realm_id, m.id * 1000 + n, m.id, ${server.cast.hamlet.id}, 'e' || n, 'e' || n, 'realm_emoji'
      from message m, generate_series(1, ${REACTIONS}::int) n where m.id = any(${list}::int8[])`;
  };
  const heldBy = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const { ms, result } = await watched.during(work);
    assert.ok(ms <= MAX_HOLD_MS, `the event loop was held for ${ms} ms`);
    return result;
  };
  const indexes = (messages: readonly { readonly id: number }[]) => messages.map(({ id }) => ids.indexOf(id));

  test("does not hold the event loop, has its anchor and all messages between its ends, and says what it lacks", async () => {
    const { hamlet } = server.cast;
    const around = { narrow, anchor: ids[12] as number, num_before: 2500, num_after: 2500 };
    const page = await heldBy(() => hamlet.call("GET /messages", around));
    const found = indexes(page.messages);
    assert.ok(found.length >= 3 && found.length < MESSAGES, `${found.length} messages`);
    assert.deepEqual(
      found,
      found.map((_, at) => (found[0] as number) + at),
    );
    assert.ok(found.includes(11) && found.includes(12) && found.includes(13), String(found));
    assert.deepEqual([page.found_oldest, page.found_anchor, page.found_newest], [false, true, false]);
  });

  for (const direction of ["older", "newer"] as const) {
    test(`is followed by the others: paging towards ${direction} messages finds each of them once`, async () => {
      const { hamlet } = server.cast;
      const isOlder = direction === "older";
      const found: number[] = [];
      let anchor: "newest" | "oldest" | number = isOlder ? "newest" : "oldest";
      for (let isEnd = false; !isEnd;) {
        const page = await heldBy(() =>
          hamlet.call("GET /messages", { narrow, anchor, [isOlder ? "num_before" : "num_after"]: 100 }),
        );
        const fresh = page.messages.filter(({ id }) => id !== anchor);
        assert.ok(fresh.length > 0, "a page brings something new");
        if (isOlder) found.unshift(...indexes(fresh));
        else found.push(...indexes(fresh));
        anchor = fresh.at(isOlder ? 0 : -1)?.id as number;
        isEnd = isOlder ? page.found_oldest : page.found_newest;
      }
      assert.deepEqual(found, [...ids.keys()]);
    });
  }

  test("is searched and highlighted while others are served", async () => {
    const { hamlet } = server.cast;
    const search = [...narrow, { operator: "search", operand: "a" }];
    const page = await heldBy(() =>
      hamlet.call("GET /messages", { narrow: search, anchor: "newest", num_before: 100 }),
    );
    assert.ok(page.messages.length > 0);
  });

  test("is refused if its messages are named, and one of them is not", async () => {
    const { hamlet } = server.cast;
    const refused = await heldBy(() => hamlet.refused("GET /messages", { message_ids: ids }));
    assert.match(refused.message, / These messages have \d+ bytes \(maximum \d+\)\. Ask for fewer at once\.$/);
    const { messages } = await heldBy(() => hamlet.call("GET /messages", { message_ids: ids.slice(0, 1) }));
    assert.deepEqual(indexes(messages), [0]);
  });

  test("has of each message the newest and the first edit, and not all of the old texts", async () => {
    const { hamlet } = server.cast;
    const { message } = await heldBy(() => hamlet.call("GET /messages/{message_id}", { message_id: ids[0] as number }));
    const texts = (message.edit_history ?? []).map(({ prev_content }) => prev_content);
    assert.equal(texts[0], "old 1");
    assert.equal(texts.at(-1), `old ${EDITS}`);
    assert.ok(texts.length > 2 && texts.length < EDITS, `${texts.length} edits`);
    const { message_history: history } = await heldBy(() =>
      hamlet.call("GET /messages/{message_id}/history", { message_id: ids[0] as number }),
    );
    assert.equal(history.length, texts.length + 1);
  });

  test("of short messages with the most reactions has as many messages as fit, and is followed by the others", async () => {
    const { hamlet } = server.cast;
    const send = (content: string) =>
      hamlet.call("POST /messages", { type: "channel", to: "long", topic: "loved", content });
    const loved: number[] = [];
    for (let at = 0; at < LOVED; at += 1) loved.push((await send(`short ${at}`)).id);
    await addReactions(loved);
    const topic = [...narrow, { operator: "topic", operand: "loved" }];
    const found: number[] = [];
    let anchor: "newest" | number = "newest";
    for (let isEnd = false; !isEnd;) {
      const page = await heldBy(() => hamlet.call("GET /messages", { narrow: topic, anchor, num_before: LOVED }));
      for (const { reactions } of page.messages) assert.equal(reactions.length, REACTIONS);
      const fresh = page.messages.map(({ id }) => id).filter((id) => id !== anchor);
      assert.ok(fresh.length > 1 && fresh.length < LOVED, `${fresh.length} messages`);
      found.unshift(...fresh);
      [anchor, isEnd] = [fresh[0] as number, page.found_oldest];
    }
    assert.deepEqual(found, loved);
    const refused = await heldBy(() => hamlet.refused("GET /messages", { message_ids: loved }));
    assert.match(refused.message, / These messages have \d+ bytes /);
  });

  test("is not all in one response to a poll", async () => {
    const { hamlet } = server.cast;
    const { queue_id, last_event_id } = await hamlet.call("POST /register", {
      event_types: ["message"],
      apply_markdown: true,
    });
    assert.ok(queue_id !== null);
    const content = ":smile:".repeat(1400);
    for (let at = 0; at < POLLED; at += 1)
      await hamlet.call("POST /messages", { type: "channel", to: "long", topic: "smiles", content });
    let [after, count, polls] = [last_event_id, 0, 0];
    for (; count < POLLED; polls += 1) {
      const { events } = await heldBy(() => hamlet.call("GET /events", { queue_id, last_event_id: after }));
      count += events.length;
      after = events.at(-1)?.id as number;
    }
    assert.equal(count, POLLED);
    assert.ok(polls > 1, "all of it is longer than a response may be");
  });
});
