import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { after, before, suite, test } from "node:test";
import { skipWithout } from "../harness/needs/needs.ts";
import { readConfig } from "#config/config.ts";
import { startBucket } from "../harness/bucket.ts";
import { SECRET } from "../harness/cast.ts";
import { runCommandHere } from "../harness/command.ts";
import { createDatabase } from "../harness/database.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { documentedCommands } from "./markdown.ts";

const execute = promisify(execFile);

const ROOT = join(import.meta.dirname, "../..");
const SCRIPTS = (JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: Record<string, string> })
  .scripts;

/** Commands that other tests run, or that only a person can. A file is the test; a sentence says why there is none. */
const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/^npm ci && npm start$/, "test/cli/start.test.ts"],
  [/^npm ci && npm test$/, "It is what runs this test."],
  [/^npm install \S*parley-0\.1\.0\.tgz && npx parley start$/, "test/package/package.test.ts"],
  [/^npm run demo$/, "test/cli/demo.test.ts"],
  [/^npm run dev$/, "test/cli/dev.test.ts"],
  [/^npx parley start --data \S+$/, "test/cli/start.test.ts"],
  [/^npx parley restore \S+ --data \S+$/, "test/cli/restore.test.ts"],
  [/^docker /, "test/package/deploy.test.ts"],
  [
    /^(useradd|mkdir \/opt\/parley|install -m|cp node_modules|systemctl|journalctl|sudo -u parley)\b/,
    "test/package/deploy.test.ts",
  ],
  [/^npm run crash -- --(seconds \d+( --seed \d+)?|prove)$/, "test/crash/crash.test.ts"],
  [/^npm run faults -- --seconds \d+\b/, "test/crash/crash.test.ts"],
  [/^npm run fuzz -- --seconds \d+( --seed \d+)?\b/, "test/fuzz/fuzz.test.ts"],
  [/^(TEST_ONLY='[^']+' )?npm run event-loop$/, "test/event-loop/event-loop.test.ts"],
  [/^npm run (load|soak)( -- .+)?$/, "test/load/load.test.ts"],
  [/^npm run upgrade( -- .+)?$/, "It needs the history of the repository and half a minute; releases are tried by it."],
  [/^npm run failover( -- .+)?$/, "It needs minutes and a cluster; docs/reliability.md names the tests of its parts."],
  [/^(cd \/tmp\/parley-crash-log|grep -n '\S+' round-0\.jsonl)/, "It looks at the files of a crash run by hand."],
  [/^(\.ci\/run|npm run bench|git clean -dffx && npm ci && npm pack)$/, "Releases are made by hand."],
  [/^(TEST_LONG=1 )?npm test -- \S+\.test\.ts$/, "It runs one of the tests."],
  [/^node scripts\/test\.ts \S+\.test\.ts --test-name-pattern=/, "It runs one of the tests."],
];

/** The words of a command as a shell reads them. */
const words = (command: string): string[] =>
  execFileSync("bash", ["-c", `printf '%s\\0' ${command}`], { encoding: "utf8" })
    .split("\0")
    .slice(0, -1);

const commands = documentedCommands();
const isParley = (command: string) => command.startsWith("npx parley ");
const isExport = (command: string) => command.startsWith("export ");
const isApi = (command: string) => /^(alias parley=|parley )/.test(command);
const elsewhere = (command: string) => ELSEWHERE.find(([form]) => form.test(command));

suite("the commands of the README and of docs/", () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-docs-"));
  const started = process.cwd();
  let server: TestServer;
  let bucket: Readonly<Record<string, string>>;
  before(async () => {
    server = await startTestServer();
    bucket = (await startBucket()).env;
    process.chdir(folder);
  });
  after(() => {
    process.chdir(started);
    rmSync(folder, { recursive: true, force: true });
  });

  test("each is run here, or a table says where else; the table has no other", () => {
    const unknown = commands.filter(
      ({ command }) => !isParley(command) && !isExport(command) && !isApi(command) && elsewhere(command) === undefined,
    );
    assert.deepEqual(unknown, []);
    for (const [form, where] of ELSEWHERE) {
      assert.ok(
        commands.some(({ command }) => form.test(command)),
        `no page has ${form.source}`,
      );
      if (!where.endsWith(".")) assert.ok(existsSync(join(ROOT, where)), where);
    }
    for (const { command } of commands) {
      for (const [, script = ""] of command.matchAll(/npm run ([\w-]+)/g)) assert.ok(SCRIPTS[script], command);
      for (const [, file = ""] of command.matchAll(/(\S+\.test\.ts)/g))
        assert.ok(existsSync(join(ROOT, file)), command);
    }
  });

  test("those of an operator do as they are written, beside a running server", async () => {
    const own = commands.filter(({ command }) => isParley(command) && elsewhere(command) === undefined);
    assert.ok(own.length >= 12);
    const fresh = await createDatabase();
    const env = { PARLEY_SECRET: SECRET, ...bucket };
    const done = new Set<string>();
    for (const { file, command } of own) {
      if (done.has(command)) continue;
      done.add(command);
      const [, , ...args] = words(command);
      // With a second organization the other commands would have to say which one they mean.
      const { url } = command.includes("create-organization") ? await createDatabase() : fresh;
      const { code, output } = await runCommandHere([...args, "--database-url", url], env);
      // The organization of the tests was not deactivated, and has no backup of a week ago or mail server.
      const isExpected = code === 0 || (/reactivate|doctor/.test(command) && code === 1);
      assert.ok(isExpected, `${file}: ${command}\n${output}`);
      assert.doesNotMatch(output, /Usage:|There is no (flag|command)/, command);
    }
  });

  test("those that set variables name settings, with values that are read", () => {
    const exports = commands.filter(({ command }) => isExport(command));
    assert.ok(exports.length > 0);
    for (const { command } of exports) {
      const pairs = words(command.replace("export ", "")).map((pair) => pair.split(/=(.*)/s, 2) as [string, string]);
      assert.ok(Object.keys(readConfig([], Object.fromEntries(pairs))).length > 0, command);
    }
  });

  test("those of the API are answered as the README shows", { skip: skipWithout("curl") }, async () => {
    const { hamlet } = server.cast;
    const key = `${hamlet.email}:${hamlet.apiKey}`;
    const own = commands.filter(({ command }) => isApi(command)).map(({ command }) => command);
    const [alias = "", send = "", register = "", poll = ""] = own.map((command) =>
      command.replace(/owner@localhost:\w+/, key).replaceAll("localhost:9991", new URL(server.url).host),
    );
    assert.equal(own.length, 4);
    const run = async (command: string) => {
      // Not synchronously: the server is in this process.
      const { stdout } = await execute("bash", ["-c", `shopt -s expand_aliases\n${alias}\n${command}`]);
      return JSON.parse(stdout) as Record<string, unknown>;
    };
    const queue = await run(register);
    const sent = await run(send);
    assert.deepEqual(Object.keys(sent), [
      ...["result", "msg", "id", "automatic_new_visibility_policy", "message_url", "message_link"],
    ]);
    const place = `queue_id=${String(queue["queue_id"])}&last_event_id=${String(queue["last_event_id"])}`;
    const { events } = (await run(poll.replace(/queue_id=[^&]+&last_event_id=\d+/, place))) as {
      events: { type: string }[];
    };
    assert.equal(events[0]?.type, "message");
  });
});
