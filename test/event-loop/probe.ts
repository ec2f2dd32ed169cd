/**
 * Loaded into a server before its own code (`--import`): tells by a socket for how long at most the event loop was held
 * since it was asked to watch. What is measured is the CPU time of the thread within one turn of the loop, so that other
 * work on the machine does not count. The memory of a turn is collected within it, and counts.
 */
import { createServer } from "node:net";
import { isMainThread } from "node:worker_threads";

const path = process.env["PARLEY_TEST_PROBE"];
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
  if (watching) setImmediate(turn);
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
        if (isStart) setImmediate(turn);
      }
      socket.write(`${longest}\n`);
    });
  });
  server.listen(path);
  server.unref();
}
