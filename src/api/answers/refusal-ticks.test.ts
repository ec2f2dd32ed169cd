import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { ApiError, badRequest } from "../../platform/errors.ts";
import { createRefusalTicks, mayTell } from "./refusal-ticks.ts";

suite("refusals", () => {
  test("are answered at a tick that their request decides, not the time that they took", async (context) => {
    context.mock.timers.enable({ apis: ["setInterval"] });
    let now = 1000;
    const wait = createRefusalTicks({ monotonic: () => now });
    const pass = async (ms: number) => {
      for (const end = now + ms; now < end;) {
        now += 1;
        context.mock.timers.tick(1);
        await Promise.resolve();
      }
    };
    /** Two requests that came together, of which the second took longer. */
    const answered: string[] = [];
    const refuse = (name: string, started: number) => void wait(started).then(() => answered.push(`${name} ${now}`));
    refuse("first", 1000);
    for (const round of [1, 2, 3]) {
      await pass(1);
      const came = now;
      refuse(`absent ${round}`, came);
      await pass(1);
      refuse(`forbidden ${round}`, came);
      await pass(4);
    }
    const times = answered.filter((one) => !one.startsWith("first")).map((one) => one.split(" ").at(-1));
    assert.deepEqual(times, ["1004", "1004", "1010", "1010", "1016", "1016"]);
    await pass(2000);
    refuse("later", now);
    await pass(2);
    assert.equal(answered.at(-1), `later ${now}`, "after a rest the ticks begin again");
    await pass(2000);
  });

  test("wait only where they may be about something hidden", () => {
    assert.ok(mayTell(badRequest("Invalid message(s)")));
    assert.ok(!mayTell(new ApiError("REQUEST_VARIABLE_INVALID", "Not a number")));
    assert.ok(!mayTell(new ApiError("RATE_LIMIT_HIT", "Too many")));
    assert.ok(!mayTell(new ApiError("INVALID_API_KEY", "Wrong")));
  });
});
