import assert from "node:assert/strict";
import { test } from "node:test";
import { createChannel } from "../../../test/harness/channels.ts";
import { createDatabase } from "../../../test/harness/database.ts";
import { startTestServer } from "../../../test/harness/server.ts";
import { loadModel } from "../model/load.ts";
import type { Sql } from "./database.ts";
import { migrate } from "./migrate.ts";

/** Makes a database what it was before there were keys. */
async function withoutKeys(sql: Sql): Promise<void> {
  await sql.unsafe(`
    alter table account drop column email_key;
    alter table channel drop column name_key;
    alter table user_topic drop column topic_key;
    alter table message drop column topic_key;
    create unique index account_email on account (realm_id, lower(email));
    create unique index channel_name on channel (realm_id, lower(name));
    create unique index user_topic_key on user_topic (realm_id, user_id, channel_id, lower(topic));
    create index user_topic_topic on user_topic (realm_id, channel_id, lower(topic));
    create index message_topic on message (realm_id, conversation_id, lower(topic), id) where not is_direct;
    create index message_topic_sender on message (realm_id, conversation_id, lower(topic), sender_id);
    create index message_topic_arrived on message (realm_id, conversation_id, lower(topic), id);
    delete from schema_version where number in (112, 113)`);
}

test("a database that tells apart what folds alike starts, and everything in it can be used", async () => {
  const database = await createDatabase();
  const { sql } = database;
  const first = await startTestServer({ database });
  const { desdemona, hamlet, othello, cordelia } = first.cast;
  const subscribers = [desdemona.id, hamlet.id];
  const older = await createChannel(desdemona, { name: "older", subscribers });
  const newer = await createChannel(desdemona, { name: "newer", subscribers });
  const topics = ["Plain ASCII", "ΛΟΓΟΣ", "λογος", "İzmir", "izmir", "Straße"];
  for (const topic of topics) {
    await hamlet.call("POST /messages", { type: "channel", to: older.id, topic, content: "καλως" });
  }
  const find = { narrow: [{ operator: "search", operand: "καλωσ" }], anchor: "newest", num_before: 9, num_after: 0 };
  await hamlet.call("GET /messages", find as never);
  await first.stop();
  await withoutKeys(sql);
  await sql`update channel set name = 'οδος' where id = ${older.id}`;
  await sql`update channel set name = 'οδοσ' where id = ${newer.id}`;
  await sql`update account set email = 'οδος@elsinore.example' where id = ${cordelia.id}`;
  await sql`update account set email = 'οδοσ@elsinore.example' where id = ${othello.id}`;
  await sql`delete from user_topic`;
  await sql`
    insert into user_topic (realm_id, user_id, channel_id, topic, visibility_policy, updated_at)
    select 1, ${hamlet.id}, ${older.id}, topic, 1, now() - make_interval(hours => hours)
    from (values ('Plain ASCII', 0), ('Straße', 0), ('λογοσ', 0), ('λογος', 1)) as wish (topic, hours)`;

  const said: string[] = [];
  await migrate(sql, (sentence) => said.push(sentence));
  assert.equal(said.filter((sentence) => sentence.includes("but for case")).length, 2);
  const keys = await sql<
    { key: string }[]
  >`select topic_key as key from message where conversation_id = ${older.id} and topic <> 'channel events' order by id`;
  assert.deepEqual(
    keys.map(({ key }) => key),
    ["plain ascii", "λογοσ", "λογοσ", "izmir", "izmir", "straße"],
  );
  const wishes = await sql<
    { topic: string }[]
  >`select topic from user_topic where user_id = ${hamlet.id} order by topic collate "C"`;
  assert.deepEqual(
    wishes.map(({ topic }) => topic),
    ["Plain ASCII", "Straße", "λογοσ"],
  );

  const second = await startTestServer({ database });
  const owner = second.cast.desdemona;
  const idOf = async (stream: string) => (await owner.call("GET /get_stream_id", { stream })).stream_id;
  assert.deepEqual([await idOf("οδος"), await idOf("ΟΔΟΣ")], [older.id, older.id]);
  const change = (stream_id: number, update: object) =>
    owner.call("PATCH /streams/{stream_id}", { stream_id, ...update });
  for (const { id } of [older, newer]) await change(id, { description: "still usable" });
  assert.equal(
    (await owner.refused("PATCH /streams/{stream_id}", { stream_id: newer.id, new_name: "ΟΔΟΣ" })).code,
    "CHANNEL_ALREADY_EXISTS",
  );
  for (const { id } of [cordelia, othello]) await owner.call("PATCH /users/{user_id}", { user_id: id, role: 300 });
  assert.equal(
    (await second.as(`user${othello.id}@localhost`, othello.apiKey).call("GET /users/me")).user_id,
    othello.id,
  );
  const { messages } = await second.cast.hamlet.call("GET /messages", find as never);
  assert.equal(messages.length, topics.length);
  // Whoever is left of two has the name.
  await change(older.id, { new_name: "street" });
  assert.equal(await idOf("ΟΔΟΣ"), newer.id);
  assert.equal(
    (await owner.refused("PATCH /streams/{stream_id}", { stream_id: older.id, new_name: "οδος" })).code,
    "CHANNEL_ALREADY_EXISTS",
  );
  await change(newer.id, { new_name: "ΟΔΟΣ" });
  const model = await loadModel(sql, 1, "localhost");
  assert.equal(model.channelsByName.get("οδοσ")?.id, newer.id);
  const [row] = await sql<{ key: string }[]>`select name_key as key from channel where id = ${newer.id}`;
  assert.equal(row?.key, "οδοσ");
});
