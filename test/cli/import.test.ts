import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import type { Unpacked } from "#domains/exports/test-support.ts";
import { TABLE_NAMES } from "#domains/imports/staging/table-rows.ts";
import { runCommandHere } from "../harness/command.ts";
import { createDatabase, type TestDatabase } from "../harness/database.ts";
import { atHost } from "../harness/raw.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { until } from "../harness/until.ts";
import { exportOf, fillOrganization, runOn } from "./import-support.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-import-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string) => join(folder, name);

suite("an organization that moves to another server", () => {
  let source: TestServer;
  let target: TestServer;
  let original: Unpacked;
  let empty: TestDatabase;

  before(async () => {
    source = await startTestServer();
    await fillOrganization(source);
    original = await exportOf(source.database, folder, file("a.tar.gz"));
    empty = await createDatabase("empty");
  });

  test("a dry run tells what is there, and stores nothing", async () => {
    const { code, output } = await runOn(empty, folder, "import", file("a.tar.gz"), "--dry-run");
    assert.equal(code, 0, output);
    assert.match(output, /\d+ {2}messages\n/);
    assert.match(output, /[1-9]\d* {2}reactions\n/);
    assert.equal((await empty.sql`select from realm`).length, 0);
    assert.equal(existsSync(file("import")), false, "nothing is left of what was unpacked");
  });

  test("has all its tables, row for row, and message for message", async () => {
    const { code, output } = await runOn(empty, folder, "import", file("a.tar.gz"));
    assert.equal(code, 0, output);
    assert.match(output, /Imported: http/);
    const again = await exportOf(empty, folder, file("b.tar.gz"));
    assert.ok(original.rows("subscriptions").some((row) => row["via_group"] === true));
    for (const table of TABLE_NAMES) {
      assert.ok(original.rows(table).length > 0, `${table} is tested`);
      assert.deepEqual(again.rows(table).map(comparable), original.rows(table).map(comparable), table);
    }
    assert.deepEqual([...again.files.keys()].sort(), [...original.files.keys()].sort());
    for (const name of again.files.keys()) {
      if (name.startsWith("uploads/")) assert.deepEqual(again.files.get(name), original.files.get(name), name);
    }
  });

  test("looks the same to everybody in it", async () => {
    target = await startTestServer({ database: empty });
    for (const name of ["desdemona", "hamlet", "othello", "polonius"] as const) {
      const [there, here] = await Promise.all(
        [source, target].map(({ cast }) => cast[name].call("POST /register", {})),
      );
      assert.deepEqual(shown(here as object, target), shown(there as object, source), name);
    }
    const history = async ({ cast }: TestServer) =>
      (await cast.othello.call("GET /messages", { anchor: "newest", num_before: 100, num_after: 0 })).messages;
    assert.deepEqual(shown(await history(target), target), shown(await history(source), source));
  });

  test("goes on: people write, and nobody receives what they had left", async () => {
    const { othello, hamlet } = target.cast;
    const { id } = await othello.call("POST /messages", {
      type: "channel",
      to: "protected",
      topic: "after",
      content: "since the import",
    });
    const newest = newestOf(original);
    assert.ok(newest > Math.max(...original.rows("messages").map((row) => row["id"] as number)));
    assert.equal(id, newest + 1, "the ID of a message that was deleted is not given again");
    const { messages } = await hamlet.call("GET /messages", { anchor: "newest", num_before: 100, num_after: 0 });
    assert.ok(!messages.some((message) => message.id === id));
  });

  test("does not come twice into one place", async () => {
    const { code, output } = await runOn(empty, folder, "import", file("a.tar.gz"));
    assert.deepEqual([code, /There is an organization already/.test(output)], [1, true], output);
  });

  test("is refused before it is read, where the place that is named is taken", async () => {
    const whole = readFileSync(file("a.tar.gz"));
    writeFileSync(file("cut.tar.gz"), whole.subarray(0, whole.length / 2));
    const imported = (...words: string[]) => runOn(empty, folder, "import", file("cut.tar.gz"), ...words);
    assert.match((await imported("--organization", "")).output, /There is an organization already/);
    assert.match((await imported("--organization", "free")).output, /cannot be unpacked|ends too early|is cut off/);
  });

  test("is refused before a database is created, where there is no file", async () => {
    const dataDir = file("new data folder");
    const { code, output } = await runCommandHere(["import", file("nothing"), "--data", dataDir]);
    assert.deepEqual([code, /cannot be read/.test(output)], [1, true], output);
    assert.equal(existsSync(dataDir), false);
  });

  test("comes by the commands of the documentation, as they are written there", async () => {
    const written = ["README.md", "docs/operations.md"].flatMap((page) => [
      ...readFileSync(page, "utf8").matchAll(/^npx parley (import [\w .-]*[\w-])/gm),
    ]);
    assert.equal(written.length, 3);
    for (const [, words = ""] of written) {
      const outcome = await runOn(empty, folder, ...words.replace("organization.tar.gz", file("a.tar.gz")).split(" "));
      assert.equal(outcome.code, 0, outcome.output);
    }
    const found = await empty.sql<{ subdomain: string }[]>`select subdomain from realm order by 1`;
    assert.deepEqual(
      found.map(({ subdomain }) => subdomain),
      ["", "copy", "elsinore"],
    );
  });

  test("is served by a server that runs already, and people get in by a link", async () => {
    const { email, apiKey } = target.cast.hamlet;
    const reached = () => atHost(target.url, "copy.localhost", "/api/v1/users/me", { as: [email, apiKey] });
    // A key belongs to one organization, and this one knows it is not its own.
    await until(reached, ({ text }) => text.includes("INVALID_API_KEY"));
    const link = await runOn(empty, folder, "login-link", email, "--organization", "copy");
    assert.match(link.output, /^http:\/\/copy\.localhost\S+\n$/);
  });

  test("comes with what is public, or agreed to, and no more", async () => {
    for (const kind of ["public", "consented"]) {
      const made = await runOn(source.database, folder, "export", file(kind), "--kind", kind);
      assert.equal(made.code, 0, made.output);
      const { code, output } = await runOn(empty, folder, "import", file(kind), "--organization", kind);
      assert.equal(code, 0, output);
    }
    const opened = await empty.sql`
      select from subscription s
      join channel c on c.realm_id = s.realm_id and c.id = s.channel_id
      join realm r on r.id = s.realm_id and r.subdomain = 'consented'
      where c.name = 'protected' and s.user_id <> ${source.cast.othello.id} and lower(s.received) <= ${newestOf(original)}`;
    assert.equal(opened.length, 0, "nobody sees of a protected history what they had not received");
  });

  test("is refused with a sentence where flags or the file are wrong", async () => {
    const refused = async (reason: RegExp, ...words: string[]) => {
      const { code, output } = await runOn(empty, folder, "import", ...words);
      assert.deepEqual([code, reason.test(output)], [1, true], output);
    };
    writeFileSync(file("words.txt"), "words");
    await refused(/The file .* cannot be read/, file("nothing"));
    await refused(/is not a file/, folder);
    await refused(/The file is/, file("words.txt"));
    await refused(/is not an export of Parley/, file("words.txt"), "--format", "parley");
    await refused(/--format must be one of/, file("a.tar.gz"), "--format", "odd");
    await refused(/--max-size is/, file("a.tar.gz"), "--max-size", "much");
    await refused(/allow more with --max-size/, file("a.tar.gz"), "--max-size", "0.000001", "--organization", "small");
    await refused(/A subdomain has/, file("a.tar.gz"), "--organization", "not one");
  });
});

const newestOf = (archive: Unpacked): number => archive.json("format.json")["last_message_id"] as number;

/** Without what is made anew: the organization's pictures have new addresses. */
function comparable(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const settings = row["settings"] as Record<string, unknown> | null;
  if (settings === null || typeof settings !== "object" || !("icon_hash" in settings)) return row;
  return { ...row, settings: { ...settings, icon_hash: "new" } };
}

/** What clients are shown, without what belongs to the server and the moment. */
function shown(answer: object, { url }: TestServer): unknown {
  const drop =
    /^(queue_id|last_event_id|event_queue_.*|.*_hash|server_timestamp|server_generation|max_message_id|realm_date_created)$/;
  return JSON.parse(
    JSON.stringify(answer, (key, value: unknown) => (drop.test(key) ? undefined : value))
      .replaceAll(url, "http://here")
      .replace(/\/(realm_pictures|user_avatars)\/[\w/-]+/g, "/$1/picture"),
  );
}
