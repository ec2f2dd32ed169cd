import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { before, suite, test } from "node:test";
import { connectPool } from "#engine/db/database.ts";
import { createDatabase } from "../harness/database.ts";
import { skipWithout } from "../harness/needs/needs.ts";
import { startOtherPostgres } from "../harness/other-postgres.ts";
import { basic } from "../harness/raw.ts";
import { type CastMember, startTestServer, type TestServer } from "../harness/server.ts";
import { allRows, onDatabase, PASSPHRASE, scratchFolder } from "./backup-support.ts";

const say = (who: CastMember, content: string) =>
  who.call("POST /messages", { type: "channel", to: "general", topic: "castle", content });

async function upload({ url }: TestServer, who: CastMember, bytes: Buffer<ArrayBuffer>): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([bytes]), "picture.bin");
  const headers = { authorization: basic(who.email, who.apiKey) };
  const answer = await fetch(`${url}/api/v1/user_uploads`, { method: "POST", headers, body: form });
  return ((await answer.json()) as { url: string }).url;
}

const needsPostgres = { skip: skipWithout("postgresql") };

suite("backup and restore", () => {
  const file = scratchFolder();
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  test("a backup under load has every write acknowledged before it, and nothing after one that it lacks", async () => {
    const { database, cast } = server;
    let isOver = false;
    const sent: number[] = [];
    const writers = [cast.hamlet, cast.othello, cast.iago].map(async (who) => {
      while (!isOver) sent.push((await say(who, "under load")).id);
    });
    for (let first = await say(cast.hamlet, "first"); sent.length < 20; first = await say(cast.hamlet, "more"))
      sent.push(first.id);
    const acknowledged = [...sent];
    const made = await onDatabase(database.url, ["backup", file("load")]);
    const { id: later } = await say(cast.hamlet, "after the backup");
    isOver = true;
    await Promise.all(writers);
    assert.equal(made.code, 0, made.output);

    const restored = await createDatabase("empty");
    const outcome = await onDatabase(restored.url, ["restore", file("load")]);
    assert.equal(outcome.code, 0, outcome.output);
    const messages = await restored.sql<{ id: number }[]>`select id from message order by id`;
    const ids = new Set(messages.map(({ id }) => id));
    assert.deepEqual(
      acknowledged.filter((id) => !ids.has(id)),
      [],
    );
    assert.ok(!ids.has(later));
    const newest = Math.max(...ids);
    assert.deepEqual(
      sent.filter((id) => id <= newest && !ids.has(id)),
      [],
      "commits are in the order of their numbers",
    );
    const [head] = await restored.sql`
      select last_message_id, position, (select max(position) from event_log) as logged from realm_head`;
    assert.deepEqual([head?.["lastMessageId"], head?.["logged"]], [newest, head?.["position"]]);
  });

  test(
    "every table is restored row by row, into another PostgreSQL, and queues and keys go on",
    needsPostgres,
    async (t) => {
      const { database, cast } = server;
      const bytes = randomBytes(700_000);
      const path = await upload(server, cast.hamlet, bytes);
      await say(cast.hamlet, `a tab\t, a line\nand a backslash \\N of [a file](${path})`);
      const queue = await cast.othello.register({ event_types: ["message"] });
      const { id: waiting } = await say(cast.hamlet, "not read yet");
      const made = await onDatabase(database.url, ["backup", file("quiet")], { PARLEY_BACKUP_PASSPHRASE: PASSPHRASE });
      assert.equal(made.code, 0, made.output);
      assert.match(made.output, /encrypted\.$/m);
      assert.equal(statSync(file("quiet")).mode & 0o777, 0o600);
      const before = await allRows(database.sql);

      const target = await startOtherPostgres();
      const sql = connectPool({ url: target.url }, { max: 1, name: "test" });
      t.after(async () => {
        await sql.end({ timeout: 1 });
        await target.stop();
      });
      const env = { PARLEY_BACKUP_PASSPHRASE: PASSPHRASE };
      const outcome = await onDatabase(target.url, ["restore", file("quiet")], env);
      assert.equal(outcome.code, 0, outcome.output);
      const after = await allRows(sql);
      assert.deepEqual(Object.keys(after), Object.keys(before));
      for (const [table, rows] of Object.entries(before)) assert.deepEqual(after[table], rows, table);
      assert.ok((before["upload_chunk"] ?? []).length > 0);
      const [log] = await sql<{ stray: number }[]>`select count(*) as stray from event_log_default`;
      assert.equal(log?.stray, 0, "the log has its partitions");

      const second = await startTestServer({ database: { ...database, url: target.url } });
      const { othello, hamlet } = second.cast;
      const { id: next } = await say(hamlet, "after the restore");
      const events = await othello.drain(queue);
      assert.deepEqual(
        events.map((event) => (event as { message?: { id: number } }).message?.id),
        [waiting, next],
      );
      assert.equal(next, waiting + 1);
      const headers = { authorization: basic(hamlet.email, hamlet.apiKey) };
      const answer = await fetch(`${second.url}${path}`, { headers });
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes);
      await second.stop();
    },
  );
});
