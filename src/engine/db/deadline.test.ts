import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { systemClock } from "#platform/clock.ts";

test("a statement that waits too long for the database fails, and later ones go on waiting", async (t) => {
  mock.timers.enable({ apis: ["setInterval"] });
  const clock = t.mock.method(systemClock, "monotonic", () => 0);
  const { withDeadline } = await import("./deadline.ts");
  let now = 0;
  const passUntil = (ms: number) => {
    while (now < ms) {
      now += 1000;
      clock.mock.mockImplementation(() => now);
      mock.timers.tick(1000);
    }
  };
  const late = Promise.withResolvers<string>();
  const silent = withDeadline(new Promise<string>(() => {}));
  const answered = withDeadline(Promise.resolve("in time"));
  assert.equal(await answered, "in time");
  passUntil(5000);
  const waiting = withDeadline(late.promise);
  passUntil(10_000);
  await assert.rejects(silent, { code: "CONNECTION_SILENT" });
  late.resolve("a little later");
  assert.equal(await waiting, "a little later");
  await assert.rejects(withDeadline(Promise.reject(new Error("of its own"))), /of its own/);

  const arrived = Promise.withResolvers<string>();
  const paused = withDeadline(arrived.promise);
  now = 100_000;
  clock.mock.mockImplementation(() => now);
  mock.timers.tick(1000);
  arrived.resolve("came while this process was paused");
  assert.equal(await paused, "came while this process was paused");
  mock.timers.reset();
});
