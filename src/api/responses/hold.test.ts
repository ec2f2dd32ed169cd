import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { systemClock } from "#platform/clock.ts";
import { createHold } from "./hold.ts";
import type { Ticks } from "./ticks.ts";

suite("answers that may be about something hidden", () => {
  test("are given at a tick that their request decides, not the time that they took", async () => {
    let now = 1000;
    const listeners = new Set<() => void>();
    const ticks: Ticks = (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    };
    const hold = createHold({ monotonic: () => now }, ticks);
    const pass = async (ms: number) => {
      for (const end = now + ms; now < end;) {
        now += 1;
        if (now % 2 === 0) for (const listener of listeners) listener();
        await Promise.resolve();
      }
    };
    const answered: string[] = [];
    const answer = (name: string, started: number) => void hold(started).then(() => answered.push(`${name} ${now}`));
    for (const came of [1000, 1011, 1022]) {
      await pass(came - now);
      answer("absent", came);
      await pass(1);
      answer("forbidden", came);
      await pass(4);
      assert.equal(listeners.size, 0, "nobody waits for a tick any longer");
    }
    assert.deepEqual(answered, [
      ...["absent 1002", "forbidden 1002"],
      ...["absent 1014", "forbidden 1014"],
      ...["absent 1024", "forbidden 1024"],
    ]);
  });

  test("get their ticks from a thread, at least two milliseconds after their request", async () => {
    const hold = createHold(systemClock);
    // The thread lets the process end, so the test keeps it.
    const alive = setInterval(() => {}, 1000);
    for (let n = 0; n < 20; n += 1) {
      const started = systemClock.monotonic();
      await hold(started);
      assert.ok(systemClock.monotonic() - started >= 2);
    }
    clearInterval(alive);
  });
});
