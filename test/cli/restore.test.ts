import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { before, suite, test } from "node:test";
import { sealed } from "#cli/backup/envelope.ts";
import { writeBackup } from "#cli/backup/write-backup.ts";
import { writeNewFile } from "#cli/terminal/new-file.ts";
import { migrateTo, migrationNames } from "#engine/db/migrate.ts";
import { SECRET } from "../harness/cast.ts";
import { runCommandHere } from "../harness/command.ts";
import { createDatabase, type TestDatabase } from "../harness/database.ts";
import "../harness/server.ts";
import { newDataFolder } from "../harness/folder.ts";
import { allRows, onDatabase, PASSPHRASE, scratchFolder } from "./backup-support.ts";

const ENCRYPTED = { PARLEY_BACKUP_PASSPHRASE: PASSPHRASE };
const OLD = 16;

/** The commands of the documentation, without `npx parley`, as they are written there. */
const commandsIn = (page: string): string[] =>
  [...readFileSync(page, "utf8").matchAll(/^npx parley ((?:backup|restore) [\w .-]+)$/gm)].map(
    ([, words = ""]) => words,
  );

suite("restoring a backup", () => {
  const file = scratchFolder();
  let source: TestDatabase;
  let empty: TestDatabase;
  before(async () => {
    [source, empty] = [await createDatabase(), await createDatabase("empty")];
    for (const [name, env] of [["plain", {}] as const, ["encrypted", ENCRYPTED] as const]) {
      const made = await onDatabase(source.url, ["backup", file(name)], env);
      assert.equal(made.code, 0, made.output);
    }
  });

  /** Writes a backup as another version of Parley would have. */
  const writeAs = async (name: string, { address }: TestDatabase) => {
    const options = {
      address,
      secret: SECRET,
      passphrase: undefined,
      bucket: undefined,
      onMissing() {},
      onProgress() {},
    };
    await writeNewFile(file(name), (take) => writeBackup(options, take));
  };
  const refused = async (name: string, reason: RegExp, env: Record<string, string> = {}) => {
    const { code, output } = await onDatabase(empty.url, ["restore", file(name)], env);
    assert.deepEqual([code, reason.test(output)], [1, true], output);
    assert.doesNotMatch(output, new RegExp(SECRET));
    const left = await empty.sql`select from pg_class where relnamespace = 'public'::regnamespace`;
    assert.equal(left.length, 0, "nothing was created");
  };

  test("a wrong passphrase, and none, are refused, and nothing is changed", async () => {
    await refused("encrypted", /passphrase is not the one/, { PARLEY_BACKUP_PASSPHRASE: `${PASSPHRASE}!` });
    await refused("encrypted", /set PARLEY_BACKUP_PASSPHRASE/);
    const text = readFileSync(file("encrypted"), "latin1");
    assert.ok(!text.includes(SECRET));
  });

  test("a file that is cut, or has one wrong byte anywhere, is refused, and nothing is changed", async () => {
    const bytes = readFileSync(file("plain"));
    for (const length of [0, 10, 40, bytes.length >> 1, bytes.length - 1]) {
      writeFileSync(file("cut"), bytes.subarray(0, length));
      await refused("cut", /not a backup|incomplete or damaged/);
    }
    for (const at of [0, 14, 16, 60, bytes.length >> 1, bytes.length - 1]) {
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
      writeFileSync(file("flipped"), flipped);
      await refused("flipped", /not a backup|format 0|damaged/);
    }
    await refused("missing", /cannot be read/);
  });

  test("a backup of a newer version is refused with its version, and nothing is changed", async () => {
    const newer = await createDatabase();
    const next = migrationNames().length + 1;
    await newer.sql`insert into schema_version (number, name) values (${next}, 'something new')`;
    await writeAs("newer", newer);
    await refused("newer", new RegExp(`has schema ${next} and this Parley knows only ${next - 1}`));
    writeFileSync(file("format"), Buffer.concat([Buffer.from("parley-backup 9\n{}\n"), Buffer.alloc(100)]));
    await refused("format", /has format 9 and this Parley knows only 1/);
  });

  test("rows that the database refuses, and tables that are missing, undo everything", async () => {
    const orphaned = await createDatabase();
    await orphaned.sql`alter table realm_head drop constraint realm_head_realm_id_fkey`;
    await orphaned.sql`insert into realm_head (realm_id) values (99)`;
    await writeAs("orphaned", orphaned);
    await refused("orphaned", /violates foreign key constraint/);
    const doubled = await createDatabase();
    await doubled.sql`alter table user_group_subgroup drop constraint user_group_subgroup_pkey`;
    await doubled.sql`insert into user_group_subgroup select * from user_group_subgroup`;
    await writeAs("doubled", doubled);
    await refused("doubled", /duplicate key/);
    await doubled.sql`drop table user_group_subgroup`;
    await writeAs("missing table", doubled);
    await refused("missing table", /its table user_group_subgroup is not as/);
  });

  test("content that no Parley writes is refused, and nothing is changed", async () => {
    const contents = [
      Buffer.alloc(0),
      Buffer.from([0, 0, 0, 2, 0x7b, 0x7d]),
      Buffer.from([0xff, 0xff, 0xff, 0xff]),
      Buffer.from([0, 0, 0, 9, 0x7b]),
    ];
    for (const [index, content] of contents.entries()) {
      await writeNewFile(file(`odd ${index}`), (take) => take(sealed(Readable.from([content]), undefined)));
      await refused(`odd ${index}`, /content of the backup is damaged/);
    }
  });

  test("where there is an organization, nothing is restored", async () => {
    const used = await createDatabase();
    const before = await allRows(used.sql);
    const { code, output } = await onDatabase(used.url, ["restore", file("plain")]);
    assert.deepEqual([code, /There is an organization here already/.test(output)], [1, true], output);
    assert.deepEqual(await allRows(used.sql), before);
  });

  test("a backup of an older version gets the migrations since, and a table that is not Parley's is left out", async () => {
    const old = await createDatabase("empty");
    await old.sql.begin((tx) => migrateTo(tx, () => {}, OLD));
    await old.sql`insert into realm (subdomain, name) values ('', 'Elsinore'), ('lear', 'Lear')`;
    await old.sql`insert into realm_head (realm_id, last_id) select id, 10 from realm`;
    await old.sql`create table another as select generate_series(1, 20000) as number`;
    await writeAs("old", old);
    const target = await createDatabase("empty");
    const { code, output } = await onDatabase(target.url, ["restore", file("old")]);
    assert.equal(code, 0, output);
    const rows =
      await target.sql`select r.id, r.name, b.name as bot from realm r join system_bot b on b.realm_id = r.id`;
    assert.deepEqual(
      rows.map(({ id, name, bot }) => [id, name, bot]),
      [
        [1, "Elsinore", "welcome-bot"],
        [2, "Lear", "welcome-bot"],
      ],
    );
    const [next] = await target.sql`insert into realm (subdomain, name) values ('new', 'New') returning id`;
    assert.equal(next?.["id"], 3, "numbers go on after those in the backup");
    assert.equal((await allRows(target.sql))["another"], undefined);
    const versions = await target.sql<{ name: string }[]>`select name from schema_version order by number`;
    assert.deepEqual(
      versions.map(({ name }) => name),
      migrationNames(),
    );
  });

  test("a new data folder gets the database and the secret, by the commands of the documentation, or does not come to be", async (t) => {
    const parent = newDataFolder("parley-restore-");
    t.after(() => rmSync(parent, { recursive: true, force: true }));
    const data = join(parent, "data");
    const restore = (env = {}) => runCommandHere(["restore", file("plain"), "--data", data], env);
    const mistaken = await restore({ PARLEY_SECRET: "another secret than that of the tests" });
    assert.match(mistaken.output, /another secret than PARLEY_SECRET/);
    assert.ok(!existsSync(data), "nothing is left of the attempt");
    const { code, output } = await restore();
    assert.equal(code, 0, output);
    assert.equal(readFileSync(join(data, "secret"), "utf8").trim(), SECRET);

    const here = process.cwd();
    const lines = commandsIn(join(here, "docs/operations.md"));
    process.chdir(parent);
    t.after(() => process.chdir(here));
    assert.equal(lines.length, 2);
    for (const line of lines) {
      const done = await runCommandHere(line.split(" "));
      assert.equal(done.code, 0, done.output);
    }
    assert.match((await runCommandHere(["stats", "--data", "restored"])).output, /users \d+, channels \d+/);
  });

  test("an operator in a terminal is asked for the passphrase, twice for a new one", async () => {
    const answers = (...list: string[]) => ({ ask: async () => list.shift() ?? "" });
    const run = (words: string[], { ask }: ReturnType<typeof answers>) =>
      runCommandHere([...words, "--database-url", source.url], { PARLEY_SECRET: SECRET }, ask);
    const backup = ["backup", file("asked"), "--encrypt", "yes"];
    assert.match((await run(backup, answers(PASSPHRASE, "a slip"))).output, /differ/);
    assert.match((await run(backup, answers("short", "short"))).output, /at least 12 characters/);
    assert.equal((await run(backup, answers(PASSPHRASE, PASSPHRASE))).code, 0);
    assert.match((await run(backup, answers(PASSPHRASE, PASSPHRASE))).output, /There is a file/);
    const restored = await run(["restore", file("asked")], answers(PASSPHRASE));
    assert.match(restored.output, /There is an organization here already/, "the passphrase was right");
  });
});
