import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

/** Reads again and again until a condition holds, for what happens after a while. Fails after a deadline. */
export async function until<Value>(
  read: () => Promise<Value> | Value,
  isThere: (value: Value) => boolean,
  seconds = 40,
): Promise<Value> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const value = await read();
    if (isThere(value)) return value;
    if (performance.now() > deadline) assert.fail(`it never came: ${JSON.stringify(value)}`);
    await sleep(20);
  }
}
