import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { loadModel } from "#engine/model/load.ts";
import { caseless } from "#platform/characters.ts";
import { IS_LONG } from "../harness/chance.ts";
import { createChannel } from "../harness/channels.ts";
import { createDatabase, fillWithCast } from "../harness/database.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";

/** Every letter whose small letter, capital or folding differs from it, with those. */
function* casePairs(): Iterable<readonly [string, string]> {
  for (let code = 0; code <= 0x1ffff; code += 1) {
    const letter = String.fromCodePoint(code);
    const others = new Set([letter.toLowerCase(), letter.toUpperCase(), caseless(letter)]);
    others.delete(letter);
    for (const other of others) yield [letter, other];
  }
}

const PAIRS = [...casePairs()];
/**
 * Letters that JavaScript, PostgreSQL or a locale fold differently; of those that fold to several letters, and of the
 * others, a sample. Each costs several requests.
 */
const [EVERY_LONGER, EVERY_OTHER] = IS_LONG ? [1, 50] : [5, 400];
const ODD = PAIRS.filter(
  ([letter, other], index) =>
    /[iIıİsSkKßſςσΣµμÅåΩωǅǆ]/.test(letter + other) ||
    (other.length > 1 && index % EVERY_LONGER === 0) ||
    index % EVERY_OTHER === 0,
);

const LOCALES = {
  "the embedded PostgreSQL's own locale": undefined,
  "the C locale": "locale_provider libc locale 'C'",
  "a Turkish locale": "locale_provider icu icu_locale 'tr-TR' locale 'C'",
};

const inBatches = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, batch) => items.slice(batch * size, (batch + 1) * size));

for (const [title, locale] of Object.entries(LOCALES)) {
  describe(`names in a database with ${title}`, () => {
    let server: TestServer;
    before(async () => {
      const database = await createDatabase(locale === undefined ? "cast" : "empty", locale);
      if (locale !== undefined) await fillWithCast(database.address);
      await database.sql`update account set can_create_users = true, can_change_user_emails = true where role = 100`;
      server = await startTestServer({ database });
    });

    /** Checks the stored keys, and that the model is what a start would load. */
    async function checkStored(): Promise<void> {
      const { sql } = server.database;
      for (const row of await sql<{ name: string; key: string }[]>`
        select name, name_key as key from channel union all select email, email_key from account
        union all select topic, topic_key from message union all select topic, topic_key from user_topic`) {
        assert.equal(row.key, caseless(row.name), row.name);
      }
      const model = await loadModel(sql, 1, "localhost");
      assert.equal(model.channelsByName.size, model.channels.size);
      assert.equal(model.usersByEmail.size, model.users.size);
    }

    test("channels that differ by case are one channel for subscribers, and others never are", async () => {
      const { hamlet } = server.cast;
      const subscribe = async (names: readonly string[]) => {
        const subscriptions = names.map((name) => ({ name }));
        const { subscribed, already_subscribed: already } = await hamlet.call("POST /users/me/subscriptions", {
          subscriptions,
        });
        return { new: subscribed[hamlet.id] ?? [], old: already[hamlet.id] ?? [] };
      };
      const known = new Set<string>();
      // Each letter costs a channel. characters.test.ts folds all of them without one.
      const more = locale === undefined ? 10 : PAIRS.length;
      const pairs = IS_LONG ? PAIRS : [...ODD, ...PAIRS.filter((_, index) => index % more === 1)];
      for (const batch of inBatches([...new Set(pairs.flat().map((letter) => `odo${letter}`))], 100)) {
        const names = [...new Map(batch.map((name) => [caseless(name), name])).values()];
        const wanted = names.filter((name) => !known.has(caseless(name)));
        const found = await subscribe(names);
        assert.deepEqual(found.new.toSorted(), wanted.toSorted());
        assert.equal(found.old.length, names.length - wanted.length);
        for (const name of names) known.add(caseless(name));
      }
      await checkStored();
    });

    test("creating or renaming a channel to another case of a name is refused, never a server error", async () => {
      const { hamlet, desdemona } = server.cast;
      const spare = await createChannel(desdemona, { name: "spare" });
      for (const [first, second] of [
        ["İstanbul", "istanbul"],
        ["İzmir", "i̇zmir"],
        ["ΟΔΟΣ", "οδοσ"],
        ["ΛΟΓΟΣ", "λογος"],
        ["KELVIN", "kelvin"],
      ] as const) {
        const { id: stream_id } = await createChannel(desdemona, { name: first });
        const again = await hamlet.refused("POST /channels/create", { name: second, subscribers: [hamlet.id] });
        assert.equal(again.code, "CHANNEL_ALREADY_EXISTS");
        const rename = { stream_id: spare.id, new_name: second };
        assert.equal((await desdemona.refused("PATCH /streams/{stream_id}", rename)).code, "CHANNEL_ALREADY_EXISTS");
        assert.equal((await hamlet.call("GET /get_stream_id", { stream: second })).stream_id, stream_id);
        await desdemona.call("PATCH /streams/{stream_id}", { stream_id, new_name: second });
        await desdemona.call("PATCH /streams/{stream_id}", { stream_id, new_name: first });
      }
      await checkStored();
    });

    test("email addresses of people and bots that differ by case are taken, and find their owner", async () => {
      const { desdemona, othello } = server.cast;
      const create = (email: string) => ({ email, full_name: "Somebody", password: "a long password 73" });
      for (const [first, second] of [
        ["İx@b.example", "ix@b.example"],
        ["ΑΣ@b.example", "ας@b.example"],
      ] as const) {
        const { user_id } = await desdemona.call("POST /users", create(first));
        assert.match((await desdemona.refused("POST /users", create(second))).message, /already in use/);
        const change = { user_id: othello.id, new_email: second };
        assert.equal((await desdemona.refused("PATCH /users/{user_id}", change)).code, "BAD_REQUEST");
        const found = await desdemona.call("GET /users/{email}", { email: second });
        assert.equal(found.user.user_id, user_id);
      }
      const bots = ["İo", "io", "i̇o", "ΣΣ", "σσ", "σς", "K", "k", "ı", "ß", "SS"];
      const taken = new Set<string>();
      for (const short_name of bots) {
        const bot = { short_name, full_name: `Bot ${bots.indexOf(short_name)}` };
        if (taken.has(caseless(short_name))) {
          assert.match((await othello.refused("POST /bots", bot)).message, /already in use/, short_name);
        } else await othello.call("POST /bots", bot);
        taken.add(caseless(short_name));
      }
      await checkStored();
    });

    test("topics that differ by case are one topic for sending, reading, searching and following", async () => {
      const { hamlet } = server.cast;
      const { id: stream_id } = await createChannel(hamlet, { subscribers: [hamlet.id] });
      const topics = [...new Set(ODD.flat().map((letter) => `topi${letter}`))];
      const sent = new Map<string, number[]>();
      // Several at once cost less together, because they are committed as groups.
      for (const batch of inBatches(topics, 30)) {
        const posts = batch.map((topic) => ({ type: "channel", to: stream_id, topic, content: topic }) as const);
        const ids = await Promise.all(posts.map(async (post) => (await hamlet.call("POST /messages", post)).id));
        for (const [index, topic] of batch.entries()) {
          sent.set(caseless(topic), [...(sent.get(caseless(topic)) ?? []), ids[index] as number]);
        }
        const follow = (topic: string) => hamlet.call("POST /user_topics", { stream_id, topic, visibility_policy: 3 });
        await Promise.all(batch.map(follow));
      }
      const { topics: listed } = await hamlet.call("GET /users/me/{stream_id}/topics", { stream_id });
      assert.equal(listed.filter(({ name }) => name.startsWith("topi")).length, sent.size);
      const { user_topics: followed } = await hamlet.register({ fetch_event_types: ["user_topic"] });
      assert.equal((followed as unknown[]).length, sent.size);
      for (const topic of topics.filter((_, index) => index % 5 === 0)) {
        const narrow = [
          { operator: "channel", operand: stream_id },
          { operator: "topic", operand: topic },
        ];
        const page = { narrow, anchor: "newest", num_before: 100, num_after: 0 } as const;
        const { messages } = await hamlet.call("GET /messages", page);
        assert.deepEqual(
          messages.map(({ id }) => id),
          sent.get(caseless(topic))?.toSorted((one, other) => one - other),
          topic,
        );
      }
      await checkStored();
    });

    test("words and phrases are found in any case", async () => {
      const { hamlet } = server.cast;
      const { id: stream_id } = await createChannel(hamlet, { subscribers: [hamlet.id] });
      for (const [content, sought] of [
        ["Ταξίδι στην ΟΔΟΣ Ερμού", "στην οδος"],
        ["To İSTANBUL INSTEAD", "istanbul instead"],
        ["Ärger ÜBER Öl", "über öl"],
      ] as const) {
        const { id } = await hamlet.call("POST /messages", {
          type: "channel",
          to: stream_id,
          topic: "t",
          content,
        });
        for (const operand of [sought.split(" ")[0] as string, sought, `"${sought}"`, `"${sought.toUpperCase()}"`]) {
          const narrow = [
            { operator: "channel", operand: stream_id },
            { operator: "search", operand },
          ];
          const { messages } = await hamlet.call("GET /messages", {
            narrow,
            anchor: "newest",
            num_before: 10,
            num_after: 0,
          });
          assert.deepEqual(
            messages.map((message) => message.id),
            [id],
            operand,
          );
        }
      }
    });
  });
}
