import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { suite, test, type TestContext } from "node:test";
import { type Machine, provide } from "./install.ts";
import { ALLOW_SKIPS, type NeedName } from "./needs.ts";
import { needsOfFiles } from "./of-files.ts";
import { readSkipped, reportSkipped } from "./skipped.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Everything but Chromium and what only Debian's folders have. */
const NAMES: readonly NeedName[] = ["chromium", "nats-server", "pgbouncer"];

/** Makes a program of each package. */
const INSTALLS = `for last; do case $last in [a-z]*) /bin/ln -sf /bin/true "\${0%/*}/$last" ;; esac; done`;

interface Options {
  /** The programs that are there already. */
  readonly programs?: readonly string[];
  readonly chromium?: { readonly installed: string; readonly candidate: string };
  readonly areListsOld?: boolean;
  /** What `apt-get update` does, in the language of sh. */
  readonly update?: string;
  /** The same for `apt-get install`, which by default makes the programs. */
  readonly install?: string;
  readonly mayInstall?: boolean;
  readonly allowSkips?: boolean;
}

/** A machine whose Debian consists of scripts, and of no folder of this machine's. */
function machineWith(t: TestContext, options: Options) {
  const { programs = [], chromium, areListsOld = false, update = ":", mayInstall = true, allowSkips = false } = options;
  const { install = INSTALLS } = options;
  const folder = mkdtempSync(join(tmpdir(), "parley debian "));
  t.after(() => rmSync(folder, { recursive: true }));
  const [bin, lists, calls] = [join(folder, "bin"), join(folder, "lists"), join(folder, "calls")];
  for (const path of [bin, lists]) mkdirSync(path);
  writeFileSync(join(lists, "debian_InRelease"), "");
  if (areListsOld) utimesSync(lists, new Date(), new Date(Date.now() - 2 * DAY_MS));
  writeFileSync(calls, "");
  const script = (name: string, text: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  for (const program of programs) script(program, "exit 0");
  const version = (value: string | undefined) => value ?? "(none)";
  script(
    "apt-cache",
    `echo "chromium:\n  Installed: ${version(chromium?.installed)}\n  Candidate: ${version(chromium?.candidate)}"`,
  );
  script(
    "apt-get",
    `echo "$*" >> "${calls}"
     case $1 in
       update) ${update} ;;
       install) ${install} ;;
     esac`,
  );
  const machine: Machine = {
    env: { PATH: bin, ...(allowSkips ? { [ALLOW_SKIPS]: "1" } : {}) },
    mayInstall,
    listsFolder: lists,
    retryMs: 1,
  };
  const said: string[] = [];
  return {
    said: () => said.join("\n"),
    calls: () => readFileSync(calls, "utf8").split("\n").filter(Boolean),
    provide: (names: readonly NeedName[]) => provide(names, { say: (sentence) => void said.push(sentence), machine }),
  };
}

const NEWEST = { installed: "156.0", candidate: "156.0" };

suite("what tests need of a machine", () => {
  test("everything that is missing is installed by one call that waits for dpkg's lock, and a line says so", async (t) => {
    const { provide: provideAll, calls, said } = machineWith(t, {});
    assert.deepEqual(await provideAll(NAMES), []);
    const [install = "", ...more] = calls();
    assert.deepEqual(more, []);
    assert.match(install, /^install -y .*-o DPkg::Lock::Timeout=\d{3} .* chromium nats-server pgbouncer$/);
    assert.match(said(), /^Installing Debian's packages .* chromium nats-server pgbouncer$/);
  });

  test("Chromium is upgraded to the newest that Debian has, which is asked for once a day", async (t) => {
    const programs = ["chromium", "nats-server", "pgbouncer"];
    const chromium = { installed: "155.0", candidate: "156.0" };
    const old = machineWith(t, { programs, chromium, areListsOld: true });
    await old.provide(NAMES);
    const [update, install, ...more] = old.calls();
    assert.match(update ?? "", /^update /);
    assert.match(install ?? "", / chromium$/);
    assert.deepEqual(more, []);
    await old.provide(["nats-server"]);
    assert.equal(old.calls().length, 2, "nothing is asked for where no browser is needed");

    const fresh = machineWith(t, { programs, chromium: NEWEST });
    await fresh.provide(NAMES);
    assert.deepEqual([fresh.calls(), fresh.said()], [[], ""]);
  });

  test("without a network a machine that has everything is good, and a line says what is not known", async (t) => {
    const options = {
      programs: ["chromium"],
      chromium: NEWEST,
      areListsOld: true,
      update: "echo unreachable; exit 100",
    };
    const { provide: provideAll, calls, said } = machineWith(t, options);
    assert.deepEqual(await provideAll(["chromium"]), []);
    assert.equal(calls().length, 1);
    assert.match(said(), /not known whether Debian has a newer Chromium: apt-get update failed:\nunreachable/);
  });

  test("lists that another process has are waited for", async (t) => {
    const update = `[ -e "$0.once" ] || { : > "$0.once"; echo "E: Could not get lock lists/lock"; exit 100; }`;
    const { provide: provideAll, calls } = machineWith(t, { areListsOld: true, update });
    await provideAll(["nats-server"]);
    assert.deepEqual(
      calls().map((call) => call.split(" ")[0]),
      ["update", "update", "install"],
    );
  });

  test("packages that newer ones have replaced since the lists came are asked for anew", async (t) => {
    const install = `[ -e "$0.once" ] || { : > "$0.once"; echo "404 Not Found"; exit 100; }; ${INSTALLS}`;
    const { provide: provideAll, calls } = machineWith(t, { install });
    assert.deepEqual(await provideAll(["nats-server"]), []);
    assert.deepEqual(
      calls().map((call) => call.split(" ")[0]),
      ["install", "update", "install"],
    );
  });

  test("where nothing may be installed, the run fails with what to type", async (t) => {
    const { provide: provideAll, calls } = machineWith(t, { programs: ["pgbouncer"], mayInstall: false });
    await assert.rejects(
      provideAll(NAMES),
      /: chromium, nats-server\.\n.*: apt-get install chromium nats-server\.\n.*--allow-skips/,
    );
    assert.deepEqual(calls(), []);
    const lenient = machineWith(t, { programs: ["pgbouncer"], mayInstall: false, allowSkips: true });
    assert.deepEqual(await lenient.provide(NAMES), ["chromium", "nats-server"]);
  });

  test("an installation that fails makes the run fail, with what apt-get said", async (t) => {
    const { provide: provideAll } = machineWith(t, { install: "echo no room; exit 100" });
    await assert.rejects(
      provideAll(["pgbouncer"]),
      /: pgbouncer\.\napt-get install failed:\nno room\n.*apt-get install pgbouncer/,
    );
  });

  test("a file that runs by itself says which program is missing", () => {
    const module = pathToFileURL(join(import.meta.dirname, "needs.ts")).href;
    const load = (env: Record<string, string>) =>
      spawnSync(
        process.execPath,
        ["--input-type=module", "--eval", `import { skipWithout } from "${module}"; console.log(skipWithout("caddy"))`],
        { env: { PATH: "/nowhere", ...env }, encoding: "utf8" },
      );
    assert.match(
      load({}).stderr,
      /There is no caddy here. Please install Debian's packages as root: apt-get install caddy/,
    );
    assert.equal(load({ [ALLOW_SKIPS]: "1" }).stdout, "there is no caddy here\n");
  });

  test("a test that is left out fails the run, unless that is allowed, and is listed with its reason", (t) => {
    const folder = mkdtempSync(join(tmpdir(), "parley-skipped-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const [file, list] = [join(folder, "some.test.mjs"), join(folder, "list")];
    const tests = [
      `suite("a browser", { skip: "there is no chromium here" }, () => test("is used", () => {}));`,
      `test("becomes another user", (t) => t.skip("there is no root here"));`,
      `test("passes", () => {});`,
    ];
    writeFileSync(file, `import { suite, test } from "node:test";\n${tests.join("\n")}`);
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { status } = spawnSync(process.execPath, ["--test", ...reportSkipped(list), file], { env });
    assert.equal(status, 0);
    const strict = readSkipped(list, false, ["chromium"]);
    assert.equal(strict.isFine, false);
    assert.deepEqual(strict.sentences.slice(1), [
      "  a browser: there is no chromium here",
      "  becomes another user: there is no root here",
      "To run them, install Debian's packages as root: apt-get install chromium.",
    ]);
    assert.equal(readSkipped(list, true, []).isFine, true);
  });

  test("the needs of files are found by their imports, and nobody but the installer calls apt-get", () => {
    const files = globSync(["test/**/*.test.ts", "src/**/*.test.ts"]);
    const needs = needsOfFiles(files);
    assert.ok(needs.get("nats-server")?.includes("test/processes/pgbouncer.test.ts"));
    const browser = files.filter((file) => file.startsWith("test/web/browser/"));
    assert.deepEqual(
      browser.filter((file) => !needs.get("chromium")?.includes(file)),
      [],
    );
    const all = globSync(["test/**/*.ts", "src/**/*.ts", "bench/**/*.ts", "scripts/**/*.ts"]);
    const callers = all.filter((file) => /(spawn|exec)\w*\(\s*"apt-get"/.test(readFileSync(file, "utf8")));
    assert.deepEqual(callers, ["test/harness/needs/install.ts"]);
  });
});
