import assert from "node:assert/strict";
import { before, test } from "node:test";
import { REALM_ID } from "../../../test/harness/cast.ts";
import { openTestRealm } from "../../../test/harness/realm.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../test/harness/server.ts";
import { storageEnv, storedPieces, suiteOverStorages } from "../../../test/harness/storage.ts";
import { readConfig } from "#config/config.ts";
import { configuredBucket } from "#outbound/configured-bucket.ts";
import { removeUnusedFiles } from "./cleanup.ts";
import { storeFile } from "./storage/storage.ts";
import { keepsFiles, open, upload } from "./test-support.ts";

type Environment = Readonly<Record<string, string>>;

/** Makes files older by some days, and runs the hourly cleanup. */
async function daysLater({ database, cast }: TestServer, days: number, env: Environment): Promise<void> {
  const { sql } = database;
  await sql`update upload set unclaimed_since = unclaimed_since - make_interval(days => ${days})`;
  await sql`update upload_file set begun_at = begun_at - make_interval(days => ${days})`;
  await sql`update bucket_file set begun_at = begun_at - make_interval(days => ${days})`;
  const { realm, db } = await openTestRealm(database, env);
  await removeUnusedFiles(realm);
  await db.close();
  // The server must have read the new log entries before the test continues: its write waits for them.
  await cast.desdemona.call("POST /users/me/alert_words", { alert_words: [] });
}

const sees = async (server: TestServer, who: CastMember, url: string) => (await open(server, who, url)).status === 200;

/** An upload that was never finished, because the process crashed. */
async function beginFile(sql: TestServer["database"]["sql"], env: Environment): Promise<void> {
  const bucket = configuredBucket(readConfig([], env));
  const bytes = async function* () {
    yield Buffer.from("abc");
  };
  await storeFile({ sql, bucket }, REALM_ID, bytes(), 10);
  await bucket?.close();
}

suiteOverStorages("files that nobody needs", (storage) => {
  let env: Environment;
  before(async () => {
    env = await storageEnv(storage);
  });
  const later = (server: TestServer, days: number) => daysLater(server, days, env);

  test("the incident of 2023-08-25: users keep a file that one message loses as long as others link to it", async () => {
    const server = await startTestServer({ env });
    const { hamlet, othello } = server.cast;
    const url = await upload(server, hamlet);
    const content = `[x](${url})`;
    const post = async (who: CastMember) =>
      (await who.call("POST /messages", { type: "direct", to: [hamlet.id, othello.id], content })).id;
    const [first, quoting] = [await post(hamlet), await post(othello)];
    const { scheduled_message_id } = await hamlet.call("POST /scheduled_messages", {
      type: "direct",
      to: [othello.id],
      content,
      scheduled_delivery_timestamp: 4_000_000_000,
    });
    const draft = { type: "" as const, to: [], topic: "", content };
    const { ids } = await hamlet.call("POST /drafts", { drafts: [draft] });
    const { saved_snippet_id } = await othello.call("POST /saved_snippets", { title: "x", content });

    await hamlet.call("DELETE /messages/{message_id}", { message_id: first });
    await later(server, 100);
    assert.equal(await sees(server, othello, url), true);
    await othello.call("DELETE /messages/{message_id}", { message_id: quoting });
    assert.equal(await sees(server, othello, url), false);
    const remaining: [() => Promise<unknown>, string][] = [
      [() => hamlet.call("DELETE /drafts/{draft_id}", { draft_id: ids[0] ?? 0 }), "a draft"],
      [
        () => hamlet.call("DELETE /scheduled_messages/{scheduled_message_id}", { scheduled_message_id }),
        "a scheduled message",
      ],
      [() => othello.call("DELETE /saved_snippets/{saved_snippet_id}", { saved_snippet_id }), "a snippet"],
    ];
    for (const [remove, what] of remaining) {
      await later(server, 31);
      assert.equal(await sees(server, hamlet, url), true, what);
      await remove();
    }
    await keepsFiles(hamlet, () => later(server, 0));
    assert.equal(await sees(server, hamlet, url), false);
    assert.equal(await storedPieces(server.database), 0);
  });

  test("Upload orphan / early delete: a user's file without links is deleted after 30 days, and not before", async () => {
    const server = await startTestServer({ env });
    const { hamlet } = server.cast;
    const [forgotten, used] = [await upload(server, hamlet), await upload(server, hamlet)];
    const message = { type: "direct", to: [hamlet.id], content: `[x](${used})` } as const;
    const { id } = await hamlet.call("POST /messages", message);
    await later(server, 29);
    assert.deepEqual([await sees(server, hamlet, forgotten), await sees(server, hamlet, used)], [true, true]);
    const { sql } = server.database;
    const before = await storedPieces(server.database);
    await beginFile(sql, env);
    await later(server, 0);
    assert.equal(await storedPieces(server.database), before + 1);
    await keepsFiles(hamlet, () => later(server, 2));
    assert.deepEqual([await sees(server, hamlet, forgotten), await sees(server, hamlet, used)], [false, true]);
    assert.equal(await storedPieces(server.database), before - 1);
    assert.equal((await sql`select from bucket_file`).length, storage === "bucket" ? 1 : 0);
    await hamlet.call("DELETE /messages/{message_id}", { message_id: id });
    await later(server, 29);
    assert.equal(await sees(server, hamlet, used), true);
    await hamlet.call("POST /messages", message);
    await later(server, 100);
    assert.equal(await sees(server, hamlet, used), true);
  });
});
