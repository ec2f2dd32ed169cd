import assert from "node:assert/strict";
import { beforeEach, suite, test } from "node:test";
import type { Tail } from "#engine/log/tail.ts";
import { createFollowing, dueInRun } from "./following.ts";

suite("following the log of an organization", () => {
  let now = 0;
  let isNeeded = false;
  let steps: string[] = [];
  beforeEach(() => {
    now = 0;
    isNeeded = false;
    steps = [];
  });
  const open = () => {
    const catchUp: Tail["catchUp"] = async (position) => void steps.push(`read to ${position ?? "the head"}`);
    return createFollowing({
      tail: { catchUp },
      clock: { now: () => now, monotonic: () => now },
      isNeeded: () => isNeeded,
      tell: () => steps.push("tell"),
    });
  };

  test("the first request waits for the head, after the other processes were told to announce what comes next", async () => {
    const following = open();
    await following.onNews(7);
    assert.deepEqual(steps, [], "nobody is here");
    following.noteUse();
    assert.equal(following.isOn, false);
    await Promise.all([following.begin(), following.begin(), following.onNews(8)]);
    assert.deepEqual(steps, ["tell", "read to the head", "read to 8"]);
    assert.equal(following.isOn, true);
    await following.onNews(9);
    assert.equal(steps.at(-1), "read to 9");
  });

  test("a process that is alone follows from the beginning, without reading the head", async () => {
    isNeeded = true;
    const following = open();
    assert.equal(following.isOn, true);
    await following.begin();
    assert.deepEqual(steps, []);
    await following.look();
    assert.deepEqual(steps, ["tell"]);
  });

  test("it ends some time after the last request, unless polls are parked", async () => {
    const following = open();
    following.noteUse();
    await following.begin();
    isNeeded = true;
    now = 60_000;
    await following.look();
    assert.equal(following.isOn, true);
    isNeeded = false;
    await following.look();
    assert.equal(following.isOn, false);
    await following.onNews(9);
    assert.notEqual(steps.at(-1), "read to 9");
    await following.caughtUp();
    assert.equal(steps.at(-1), "read to the head", "work that no request asked for");
    assert.equal(following.isOn, false);
  });

  test("other processes are told again before they forget", async () => {
    const following = open();
    isNeeded = true;
    for (now = 0; now <= 25_000; now += 1000) await following.look();
    assert.deepEqual(steps, ["tell", "read to the head", "tell", "tell"]);
  });

  test("repeated work is for what is followed in each run, and for the rest in every tenth", async () => {
    const [followed, other] = [{ following: open() }, { following: open() }];
    await followed.following.begin();
    for (let run = 0; run < 30; run += 1) {
      const expected = run % 10 === 0 ? [followed, other] : [followed];
      assert.deepEqual(dueInRun(run, [followed, other]), expected, `run ${run}`);
    }
  });
});
