import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Benchmark } from "../harness/benchmark.ts";
import { openWire } from "../harness/wire.ts";

const LIMIT_MB = 90;
const SETTLING_MS = 5000;
const REQUEST = "GET /api/v1/server_settings HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

/**
 * The memory of a server that has answered one request, as the system counts it, without PostgreSQL. It is not the first
 * start of this code: where a file of it has not been compiled before, Node's type stripper takes 16 MB until the next
 * start. The start before has the same flags, because compiled code is kept by flags.
 */
export const idleMemory: Benchmark = {
  name: "idle-memory",
  unit: "MB",
  against: "the most that it may be",
  better: "lower",
  bar: 1,
  goal: 0.9,
  async run(bench) {
    const dataDir = bench.folder();
    const start = () => bench.installation(dataDir, { withoutProbe: true });
    await (await start()).stop();
    const server = await start();
    const wire = await openWire(server.port);
    await wire.ask(REQUEST);
    wire.close();
    await sleep(SETTLING_MS);
    const rollup = await readFile(`/proc/${server.pid}/smaps_rollup`, "utf8");
    const megabytes = (field: string) =>
      (Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(rollup)?.[1]) * 1024) / 1e6;
    const value = megabytes("Pss");
    return {
      value,
      limit: LIMIT_MB,
      ratio: value / LIMIT_MB,
      notes: [
        `Its proportional share is the figure; ${megabytes("Rss").toFixed(0)} MB are resident, the shared program among them.`,
      ],
    };
  },
};
