import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { endpoints } from "../../src/app.ts";
import type { OperationName } from "#client/client.ts";
import { ROLES } from "./authorization/gates.ts";
import { outcome } from "./authorization/outcome.ts";
import type { Row } from "./authorization/row.ts";
import { table } from "./authorization/table.ts";
import { type Actor, createWorld, type World } from "./authorization/world.ts";

const operations = endpoints.map(({ method, path }) => `${method} ${path}`);
const rows = Object.entries(table) as unknown as [OperationName, Row][];

suite("CVE-2026-25741: the table of who may call what", () => {
  let world: World;
  before(async () => {
    world = await createWorld();
  });

  test("has a row for every operation", () => {
    const missing = operations.filter((name) => !(name in table));
    assert.deepEqual(
      missing,
      [],
      `no line in test/security/authorization says who may call ${missing.join(", ")}: see docs/adding-an-endpoint.md`,
    );
    const gone = rows.map(([name]) => name as string).filter((name) => !operations.includes(name));
    assert.deepEqual(gone, [], `there is no operation ${gone.join(", ")} any more: take its line out of the table`);
  });

  for (const [name, row] of rows) {
    test(`${name} is for those whom the table names and for nobody else`, () => tryRow(world, name, row));
  }
});

/** Users without the right come first, so that everything is unchanged for them. */
async function tryRow(world: World, name: OperationName, [gate, args, more]: Row): Promise<void> {
  const outcomeFor = async (actor: Actor) => outcome(actor, name, await args?.(world, actor));
  await Promise.all(
    ROLES.map(async (role) => {
      const expected = gate[role];
      if (expected === undefined) return;
      const { refusal } = await outcomeFor(world.actors[role]);
      assert.deepEqual(refusal, expected, `${name} by ${role}`);
    }),
  );
  for (const role of ROLES.filter((allowed) => gate[allowed] === undefined)) {
    const actor = world.actors[role];
    const { refusal, answer } = await outcomeFor(actor);
    if (more?.meets !== undefined) {
      assert.match(refusal?.msg ?? "", more.meets, `${name} by ${role}`);
      assert.ok(!Object.values(gate).some(({ msg }) => msg === refusal?.msg), `${name} by ${role}`);
    } else {
      assert.equal(refusal, undefined, `${name} by ${role}: ${refusal?.msg}`);
      await more?.undo?.(world, actor, answer as never);
    }
  }
}
