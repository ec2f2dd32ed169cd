import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { PLANTED_BUGS } from "./planted-bugs.ts";
import { hunt } from "./prove.ts";
import { makeTemplate, type Template } from "./template.ts";

/** Ways in which a commit can go wrong. */
const NAMES = ["emit-after-commit", "optimistic-acknowledge-before-commit", "optimistic-without-looking"];

suite("the crash test", () => {
  const logs = mkdtempSync(join(tmpdir(), "parley-crash-log-"));
  let template: Template;
  before(async () => {
    template = await makeTemplate();
  });
  after(() => {
    template.dispose();
    rmSync(logs, { recursive: true, force: true });
  });

  const bugs = PLANTED_BUGS.filter(({ name }) => NAMES.includes(name));
  for (const bug of bugs) {
    test(`notices when ${bug.wrong}`, async () => {
      const { violations } = await hunt(bug, template, { seed: 2026, logs });
      assert.notDeepEqual(violations, []);
    });
  }

  test("has all of the bugs that are planted here", () => assert.equal(bugs.length, NAMES.length));
});
