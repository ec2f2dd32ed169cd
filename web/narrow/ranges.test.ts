import assert from "node:assert/strict";
import { suite, test } from "node:test";
import fc from "fast-check";
import { runAt, type Runs, withInserted, withNewest, withoutFarEnd, withoutIds, withRun } from "./ranges.ts";

/** What a server would answer about the narrow of all these messages. */
function answer(all: readonly number[], from: number, to: number) {
  return { ids: all.slice(from, to), hasOldest: from === 0, hasNewest: to === all.length };
}

suite("runs of IDs", () => {
  test("that overlap become one, and others stay apart", () => {
    const all = [1, 3, 5, 7, 9, 11];
    const apart = [answer(all, 0, 2), answer(all, 4, 6)].reduce(withRun, [] as Runs);
    assert.deepEqual(
      apart.map(({ ids }) => ids),
      [
        [1, 3],
        [9, 11],
      ],
    );
    assert.deepEqual(withRun(apart, answer(all, 1, 5)), [{ ids: all, hasOldest: true, hasNewest: true }]);
  });

  test("hold whatever the server has answered, in whatever order, and nothing twice", () => {
    const cuts = fc.array(fc.tuple(fc.nat(12), fc.nat(12)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(cuts, (pairs) => {
        const all = Array.from({ length: 12 }, (_, index) => 3 * index + 1);
        const answers = pairs
          .map(([a, b]) => answer(all, Math.min(a, b), Math.max(a, b) + 1))
          .filter(({ ids }) => ids.length > 0);
        const runs = answers.reduce(withRun, [] as Runs);
        const known = new Set(answers.flatMap(({ ids }) => ids));
        assert.deepEqual(
          runs.flatMap(({ ids }) => ids),
          all.filter((id) => known.has(id)),
        );
        for (const { ids } of runs) {
          assert.deepEqual(ids, all.slice(all.indexOf(ids[0] as number), all.indexOf(ids.at(-1) as number) + 1));
        }
      }),
    );
  });

  test("take a new message only where they reach the newest", () => {
    const reaching: Runs = [{ ids: [1, 2], hasOldest: true, hasNewest: true }];
    const short: Runs = [{ ids: [1, 2], hasOldest: true, hasNewest: false }];
    assert.deepEqual(withNewest(reaching, 9)[0]?.ids, [1, 2, 9]);
    assert.equal(withNewest(withNewest(reaching, 9), 9)[0]?.ids.length, 3);
    assert.deepEqual(withNewest(short, 9), short);
  });

  test("take a message that was moved here only where it falls into them", () => {
    const runs: Runs = [{ ids: [10, 20], hasOldest: false, hasNewest: true }];
    assert.deepEqual(withInserted(runs, 15)[0]?.ids, [10, 15, 20]);
    assert.deepEqual(withInserted(runs, 5), runs);
    assert.deepEqual(withInserted(runs, 25)[0]?.ids, [10, 20, 25]);
  });

  test("without their last message are no longer there, unless they are the whole narrow", () => {
    assert.deepEqual(withoutIds([{ ids: [4], hasOldest: false, hasNewest: true }], new Set([4])), []);
    const whole = { ids: [4], hasOldest: true, hasNewest: true };
    assert.deepEqual(withoutIds([whole], new Set([4])), [{ ...whole, ids: [] }]);
  });

  test("a place is found in the run around it, and the newest place only in a run that reaches it", () => {
    const runs: Runs = [
      { ids: [1, 5], hasOldest: true, hasNewest: false },
      { ids: [20, 30], hasOldest: false, hasNewest: true },
    ];
    assert.equal(runAt(runs, 3), runs[0]);
    assert.equal(runAt(runs, 12), undefined);
    assert.equal(runAt(runs, 99), runs[1]);
    assert.equal(runAt(runs, undefined), runs[1]);
    assert.equal(runAt(runs.slice(0, 1), undefined), undefined);
  });

  test("lose the end that is far from what was fetched last, and know that they have", () => {
    const all = Array.from({ length: 10 }, (_, index) => index + 1);
    const runs: Runs = [answer(all, 0, 10)];
    const older = withoutFarEnd(runs, [1, 2, 3], 6);
    assert.deepEqual(older, [{ ids: [1, 2, 3, 4, 5, 6], hasOldest: true, hasNewest: false }]);
    const newer = withoutFarEnd(runs, [8, 9, 10], 6);
    assert.deepEqual(newer, [{ ids: [5, 6, 7, 8, 9, 10], hasOldest: false, hasNewest: true }]);
    assert.deepEqual(withoutFarEnd(runs, [8, 9, 10], 10), runs);
  });
});
