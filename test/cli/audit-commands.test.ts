import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { COMMANDS } from "#cli/run-command.ts";
import { startBucket } from "../harness/bucket.ts";
import { PASSWORD, REALM_ID, SECRET } from "../harness/cast.ts";
import { type Outcome, runCommandHere } from "../harness/command.ts";
import { createDatabase, type TestDatabase } from "../harness/database.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-audit-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string) => join(folder, name);

interface Stage {
  readonly database: TestDatabase;
  readonly run: (...words: readonly string[]) => Promise<Outcome>;
  readonly on: (database: TestDatabase, ...words: readonly string[]) => Promise<Outcome>;
}

const hamlet = "hamlet@elsinore.example";
const KEY_ID = 9000;

async function done(work: Promise<Outcome>): Promise<void> {
  const { code, output } = await work;
  assert.equal(code, 0, output);
}

/** A call of every command that does what it is for; it may return the database where it has done that. */
const CALLS: Readonly<Record<string, (stage: Stage) => Promise<TestDatabase | void>>> = {
  "create-organization": ({ run }) => done(run("create-organization", "second", "--email", "o@x.example")),
  "create-user": ({ run }) => done(run("create-user", "yorick@elsinore.example", "Yorick")),
  "api-key": ({ run }) => done(run("api-key", hamlet)),
  "api-keys": ({ run }) => done(run("api-keys")),
  async "revoke-api-key"({ run, database }) {
    await database.sql`
      insert into api_key (realm_id, id, hash, user_id, name, created_at)
      select realm_id, ${KEY_ID}, 'hash', id, 'key', now() from account where email = ${hamlet}`;
    await done(run("revoke-api-key", String(KEY_ID)));
  },
  audit: ({ run }) => done(run("audit")),
  "login-link": ({ run }) => done(run("login-link", hamlet)),
  grant: ({ run }) => done(run("grant", hamlet, "can_create_users")),
  async "reset-password"({ run, database }) {
    await database.sql`
      insert into browser_session (realm_id, id, hash, user_id, created_at, seen_at, agent, address, is_persistent)
      select realm_id, 9001, 'hash', id, now(), now(), '', '', true from account where email = ${hamlet}`;
    await done(run("reset-password", hamlet));
  },
  async "reset-two-step"({ run, database }) {
    await database.sql`
      insert into two_step (realm_id, user_id, secret, begun_at, confirmed_at)
      select realm_id, id, 'sealed', now(), now() from account where email = ${hamlet}`;
    await done(run("reset-two-step", hamlet));
  },
  async "reactivate-organization"({ run, database }) {
    await database.sql`update realm set deactivated = true where id = ${REALM_ID}`;
    await done(run("reactivate-organization"));
  },
  stats: ({ run }) => done(run("stats")),
  export: ({ run }) => done(run("export", file("export.tar.gz"))),
  async import({ run, on }) {
    await done(run("export", file("import.tar.gz")));
    const target = await createDatabase("empty");
    await done(on(target, "import", file("import.tar.gz")));
    return target;
  },
  async backup({ run }) {
    await done(run("backup", file("backup")));
    assert.ok(existsSync(file("backup")));
  },
  async restore({ run, on }) {
    await done(run("backup", file("restore")));
    const target = await createDatabase("empty");
    await done(on(target, "restore", file("restore")));
    return target;
  },
  "move-files": ({ run }) => done(run("move-files")),
  // Much of what it examines is missing here.
  doctor: async ({ run }) => assert.match((await run("doctor")).output, /database/i),
};

suite("commands in the audit log", () => {
  for (const { name, records } of COMMANDS) {
    const what =
      records.length === 0 ? "nothing, and changes no organization" : `as the operator's ${records.join(", ")}`;
    test(`${name} records ${what}`, async () => {
      const call = CALLS[name];
      assert.ok(call !== undefined, `say how ${name} is called`);
      const bucket = await startBucket();
      const database = await createDatabase();
      const on: Stage["on"] = ({ url }, ...words) =>
        runCommandHere([...words, "--database-url", url, "--data", join(folder, name)], {
          PARLEY_SECRET: SECRET,
          ...bucket.env,
        });
      const heads = async () => [...(await database.sql`select * from realm_head order by realm_id`)];
      const before = await heads();
      const { sql } = (await call({ database, on, run: (...words) => on(database, ...words) })) ?? database;
      const rows = await sql<{ actorKind: string; action: string; data: string }[]>`
        select actor_kind, action, data::text as data from audit_event order by id`;
      assert.deepEqual(
        rows.map(({ actorKind, action }) => `${actorKind} ${action}`),
        records.map((action) => `operator ${action}`),
      );
      assert.ok(!rows.some(({ data }) => data.includes(PASSWORD)));
      if (records.length === 0) assert.deepEqual(await heads(), before);
    });
  }
});
