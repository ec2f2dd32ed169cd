import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { INSIDE_STRIKES, WITH_FAULTS } from "./faults/faults.ts";
import { mutated, programWith, sourceOf } from "./mutation.ts";
import { BLOWS } from "./nemesis.ts";
import { FOLLOW_AT_ONCE, HARMLESS, PLANTED_BUGS } from "./planted-bugs.ts";
import { hunt } from "./prove.ts";
import { runRound } from "./round.ts";
import { summary } from "./summary.ts";
import { makeTemplate, type Template } from "./template.ts";

test("every planted bug still matches the source, so that --prove can plant it", () => {
  for (const { mutations } of [...PLANTED_BUGS, HARMLESS]) {
    assert.ok(mutations.length > 0);
    for (const mutation of mutations)
      assert.notEqual(mutated(sourceOf(mutation.file), mutation), sourceOf(mutation.file));
  }
  assert.equal(new Set(PLANTED_BUGS.map(({ name }) => name)).size, PLANTED_BUGS.length);
  assert.throws(() => mutated("a a", { file: "x", find: "a", replace: "b" }), /2 times/);
  assert.throws(() => mutated("b", { file: "x", find: "a", replace: "b" }), /0 times/);
});

/** The bug that shows fastest. proofs.long.test.ts has others, and `npm run crash -- --prove` runs all of them. */
const QUICKEST = "repeat-last";
const SECONDS = 9;

suite("whatever happens to the servers and their database", () => {
  // Fixed here; `npm run crash` takes another each time.
  const seed = 2026;
  const logs = mkdtempSync(join(tmpdir(), "parley-crash-log-"));
  let template: Template;
  let failed = false;

  before(async () => {
    template = await makeTemplate();
  });
  after(() => {
    template.dispose();
    // Kept for finding out what happened.
    if (!failed) rmSync(logs, { recursive: true, force: true });
  });

  for (const servers of [1, 2]) {
    test(`with ${servers} of them, what was acknowledged stays and every queue continues from where it was`, async (t) => {
      const operationsFile = join(logs, `${servers}.jsonl`);
      const plan = {
        seed: seed + servers,
        seconds: SECONDS,
        servers,
        blows: BLOWS,
        inOrder: false,
        program: programWith(servers === 1 ? [FOLLOW_AT_ONCE] : []),
        leavesToTime: true,
      };
      const result = await runRound({ ...plan, operationsFile }, template);
      t.diagnostic(summary(plan.seed, result));
      failed ||= result.violations.length > 0;
      assert.deepEqual(result.violations, [], `see ${operationsFile}`);
      assert.ok(result.operations > 0 && result.events > 0);
    });
  }

  test("connections cut at statements, jumps of the clock and a blocked event loop lose and repeat nothing", async (t) => {
    const operationsFile = join(logs, "faults.jsonl");
    const blows = INSIDE_STRIKES;
    const plan = { seed, seconds: 0, servers: 1, blows, inOrder: true, program: WITH_FAULTS, leavesToTime: true };
    const generations = Object.keys(blows).length;
    const result = await runRound({ ...plan, generations, operationsFile }, template);
    t.diagnostic(summary(seed, result));
    failed ||= result.violations.length > 0;
    assert.deepEqual(result.violations, [], `see ${operationsFile}`);
    assert.equal(new Set(result.blows).size, generations);
    assert.match(readFileSync(operationsFile, "utf8"), /"detail":"503|"unknown"/, "some statements were cut");
  });

  test("an action that is refused late leaves nothing", async () => {
    const result = await hunt(HARMLESS, template, { seed, logs, seconds: 1 });
    assert.deepEqual(result.violations, []);
  });

  for (const bug of PLANTED_BUGS.filter(({ name }) => name === QUICKEST)) {
    test(`the crash test notices when ${bug.wrong}`, async () => {
      const { violations } = await hunt(bug, template, { seed, logs });
      assert.notDeepEqual(violations, []);
    });
  }
});
