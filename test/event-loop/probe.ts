/**
 * Loaded into a server before its own code (`--import`): tells by a socket for how long at most the event loop was held
 * since it was asked to watch. What is measured is the CPU time of the thread within one turn of the loop, so that other
 * work on the machine does not count. The memory of a turn is collected within it, and counts.
 *
 * A timer that is due runs once in each turn, so that one of a millisecond sees every longer turn. A loop that never
 * waits, of `setImmediate`, would see the same and take all of a core from the database and from the tests.
 */
import { createServer } from "node:net";
import { isMainThread } from "node:worker_threads";

const path = process.env["PARLEY_TEST_PROBE"];
const BETWEEN_MS = 1;
let longest = 0;
let last = 0;
let watching = false;

function workedUs(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

function turn(): void {
  const now = workedUs();
  longest = Math.max(longest, now - last);
  last = now;
  if (watching) setTimeout(turn, BETWEEN_MS);
}

if (isMainThread && path !== undefined) {
  const server = createServer((socket) => {
    // A test that was ended must not leave a server that turns for ever.
    socket.on("close", () => (watching = false)).on("error", () => {});
    socket.on("data", (data) => {
      const isStart = String(data) === "start";
      if (isStart) {
        longest = 0;
        last = workedUs();
      }
      if (isStart !== watching) {
        watching = isStart;
        if (isStart) setTimeout(turn, BETWEEN_MS);
      }
      socket.write(`${longest}\n`);
    });
  });
  server.listen(path);
  server.unref();
}
