import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { checkArchive } from "#domains/imports/check/check-archive.ts";
import { loadArchive } from "#domains/imports/load/load-archive.ts";
import { openStaging } from "#domains/imports/staging/read-staging.ts";
import { filesOf, folderOf, packed, removeFolder, SMALL, type Tables } from "#domains/imports/test-support.ts";
import { type Database, openDatabase } from "#engine/db/database.ts";
import type { Bucket } from "#outbound/bucket.ts";
import { configuredBucket } from "#outbound/configured-bucket.ts";
import { readConfig } from "#config/config.ts";
import { startBucket } from "../harness/bucket.ts";
import { SECRET } from "../harness/cast.ts";
import { cleanEnvironment } from "../harness/command.ts";
import { createDatabase, type TestDatabase } from "../harness/database.ts";
import { programScript } from "../harness/programs.ts";
import "../harness/server.ts";
import { until } from "../harness/until.ts";
import { runOn } from "./import-support.ts";

const NOW = "2026-02-01T00:00:00Z";

/** Enough messages for several batches, with something to store in every step. */
const LONG: Tables = {
  ...SMALL,
  messages: [
    ...SMALL.messages,
    ...Array.from({ length: 1200 }, (_, index) => ({
      id: index + 3,
      type: "channel" as const,
      conversation_id: 10,
      sender_id: 1 + (index % 2),
      topic: `night ${index % 7}`,
      content: `word **${index}** for @**Hamlet**`,
      sent_at: "2026-01-31T12:00:00Z",
    })),
  ],
};

suite("an import that is interrupted", () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-interrupted-"));
  const staged = folderOf(filesOf(LONG));
  let database: TestDatabase;
  let db: Database;

  before(async () => {
    database = await createDatabase();
    db = openDatabase(database.address, { reads: 1, writes: 1, commits: 0, background: 1 });
  });
  after(async () => {
    await db.close();
    removeFolder(staged);
    rmSync(folder, { recursive: true, force: true });
  });

  const load = async (subdomain: string, from: string, onProgress: () => void = () => {}, bucket?: Bucket) => {
    const checked = await checkArchive(await openStaging(from), NOW, () => {});
    const { writes, background } = db;
    const target = { subdomain, name: "Elsinore", url: `http://${subdomain}.example.com` };
    return loadArchive(checked, {
      writes,
      storage: { sql: background, bucket },
      ...target,
      now: NOW,
      note() {},
      onProgress,
    });
  };
  const realmId = async (subdomain: string) =>
    (await database.sql<{ id: number }[]>`select id from realm where subdomain = ${subdomain}`)[0]?.id;
  /** The rows of some tables that an import fills, without the organization's number. */
  const rowsOf = async (subdomain: string) => {
    const id = (await realmId(subdomain)) as number;
    const rows: Record<string, string[]> = {};
    for (const table of ["account", "message", "message_flag", "reaction", "upload", "upload_chunk", "upload_claim"]) {
      const found = await database.sql.unsafe<{ row: string }[]>(
        `select (to_jsonb(t) - 'realm_id' - 'unclaimed_since')::text as row from ${table} t where realm_id = $1 order by 1`,
        [id],
      );
      rows[table] = found.map(({ row }) => row);
    }
    return rows;
  };

  test("goes on where it was, wherever that is, and is the same in the end", async () => {
    let calls = 0;
    assert.equal(await load("whole", staged, () => (calls += 1)), false);
    const expected = await rowsOf("whole");
    assert.equal(expected["message"]?.length, 1202);
    assert.ok(calls > 5);
    for (let stop = 1; stop <= calls; stop += 1) {
      let left = stop;
      const cut = () => {
        left -= 1;
        if (left === 0) throw Object.assign(new Error("the connection was cut"), { code: "CONNECTION_CLOSED" });
      };
      const name = `cut-${stop}`;
      await assert.rejects(load(name, staged, cut), /was cut/);
      const head = await database.sql`
        select from realm r join realm_head h on h.realm_id = r.id where subdomain = ${name}`;
      assert.equal(head.length, 0, "no server sees it");
      const hadBegun = (await realmId(name)) !== undefined;
      assert.equal(await load(name, staged), hadBegun, name);
      assert.deepEqual(await rowsOf(name), expected, name);
    }
  });

  const fail = () => {
    throw new Error("a fault of the program");
  };

  test("stores files in the bucket, and leaves nothing there if it fails", async (t) => {
    const store = await startBucket();
    const bucket = configuredBucket(readConfig([], store.env)) as Bucket;
    t.after(() => bucket.close());
    let calls = 0;
    await assert.rejects(
      load("unlucky", staged, () => (calls += 1) > 4 && fail(), bucket),
      /a fault/,
    );
    assert.deepEqual([await realmId("unlucky"), await store.keys()], [undefined, []]);
    await load("lucky", staged, () => {}, bucket);
    const files = await database.sql`
      select from upload_file where realm_id = ${(await realmId("lucky")) as number} and bucket_key is not null`;
    assert.ok(files.length > 0);
    assert.equal((await store.keys()).length, files.length);
  });

  test("leaves nothing if it fails", async () => {
    let calls = 0;
    await assert.rejects(
      load("failed", staged, () => (calls += 1) > 4 && fail()),
      /a fault/,
    );
    assert.equal(await realmId("failed"), undefined);
    const rows = await database.sql`
      select realm_id from message where realm_id not in (select id from realm)
      union all select realm_id from topic_changed where realm_id not in (select id from realm)
      union all select realm_id from upload_chunk where realm_id not in (select id from realm)`;
    assert.equal(rows.length, 0);
  });

  test("by kill -9 goes on by the same command, and another archive begins anew", async () => {
    const file = join(folder, "long.tar.gz");
    writeFileSync(file, await packed(filesOf(LONG)));
    const words = ["import", file, "--organization", "killed", "--database-url", database.url, "--data", folder];
    const progress = () => database.sql<{ step: string; done: number }[]>`
      select i.step, i.done from realm_import i join realm r on r.id = i.realm_id where subdomain = 'killed'`;
    await database.sql.begin(async (tx) => {
      await tx`lock table read_state in access exclusive mode`;
      const env = cleanEnvironment({ PARLEY_SECRET: SECRET });
      const child = spawn(process.execPath, [programScript("cli/main"), ...words], { env, stdio: "ignore" });
      await until(progress, ([row]) => row?.step === "messages" && row.done === 1202);
      child.kill("SIGKILL");
      await once(child, "exit");
    });
    const again = await runOn(database, folder, ...words.slice(0, 4));
    assert.equal(again.code, 0, again.output);
    assert.match(again.output, /The import that was interrupted is done: http:\/\/killed\./);
    assert.deepEqual((await rowsOf("killed"))["message"], (await rowsOf("whole"))["message"]);
    assert.equal((await progress()).length, 0);
  });

  test("is replaced by another archive for the same place", async () => {
    let calls = 0;
    const cut = () => {
      if ((calls += 1) > 3) throw Object.assign(new Error("cut"), { code: "CONNECTION_CLOSED" });
    };
    await assert.rejects(load("other", staged, cut), /cut/);
    const small = folderOf(filesOf(SMALL));
    assert.equal(await load("other", small), false);
    removeFolder(small);
    assert.equal((await rowsOf("other"))["message"]?.length, 2);
  });

  test("without HTML the texts are rendered: with mentions, files and what follows from them", async () => {
    const id = (await realmId("other")) as number;
    const [message] = await database.sql<{ renderedContent: string; traits: number }[]>`
      select rendered_content, traits from message where realm_id = ${id} and id = 1`;
    assert.match(message?.renderedContent ?? "", /class="user-mention" data-user-id="2".*class="user-group-mention"/s);
    assert.match(message?.renderedContent ?? "", /href="\/user_uploads\/1\/ab\/x{24}\/skull\.txt"/);
    assert.deepEqual(
      [...(await database.sql`select user_id, bits from message_flag where realm_id = ${id} order by 1`)],
      [{ userId: 2, bits: 4 }],
    );
    assert.equal((await database.sql`select from upload_claim where realm_id = ${id} and message_id = 1`).length, 1);
    const [ghost] = await database.sql<
      { email: string }[]
    >`select email from account where realm_id = ${id} and id = 3`;
    assert.equal(ghost?.email, "user3@imported.invalid");
  });

  test("HTML that Parley would not write is not stored: the text is rendered instead", async () => {
    const evil = "<img src=x onerror=alert(1)>";
    const [first, second] = SMALL.messages.map((row) => ({
      ...row,
      rendered_content: evil,
      edits: [{ user_id: 1, timestamp: 1, prev_content: "*before*", prev_rendered_content: evil }],
    })) as [object, object];
    const kept = { ...second, rendered_content: '<p><span class="user-mention" data-user-id="9">@Yorick</span></p>' };
    const messages = [first, kept] as unknown as NonNullable<Tables["messages"]>;
    const channels = [{ id: 10, name: "castle", description: "*here*", rendered_description: evil }];
    const from = folderOf(filesOf({ ...SMALL, messages, channels }));
    await load("evil", from);
    removeFolder(from);
    const id = (await realmId("evil")) as number;
    const rows = await database.sql<{ renderedContent: string; edits: { prevRendered: string }[] }[]>`
      select rendered_content, edits from message where realm_id = ${id} order by id`;
    assert.match(rows[0]?.renderedContent ?? "", /^<p><span class="user-mention"/);
    assert.equal(rows[1]?.renderedContent, kept.rendered_content, "what it could have written is kept");
    assert.deepEqual(
      rows.map(({ edits }) => edits[0]?.prevRendered),
      ["<p><em>before</em></p>", "<p><em>before</em></p>"],
    );
    const [channel] = await database.sql<{ html: string }[]>`
      select rendered_description as html from channel where realm_id = ${id}`;
    assert.equal(channel?.html, "<p><em>here</em></p>");
  });
});
