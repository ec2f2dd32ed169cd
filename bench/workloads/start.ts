import type { Benchmark } from "../harness/benchmark.ts";
import { median } from "../harness/figures.ts";
import { openWire } from "../harness/wire.ts";

const BAR_SECONDS = 2;
const GOAL_SECONDS = 1;
const REQUEST = "GET /api/v1/server_settings HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

/** Second starts with the embedded PostgreSQL stopped, from the launch of the process to its first response. */
export const start: Benchmark = {
  name: "start",
  unit: "s",
  against: "the longest that a start may take",
  better: "lower",
  bar: 1,
  goal: GOAL_SECONDS / BAR_SECONDS,
  async run(bench) {
    const dataDir = bench.folder();
    await (await bench.installation(dataDir)).stop();
    const times: number[] = [];
    while (times.length < bench.scale.starts) {
      const started = performance.now();
      const server = await bench.installation(dataDir);
      const wire = await openWire(server.port);
      await wire.ask(REQUEST);
      times.push((performance.now() - started) / 1000);
      wire.close();
      await server.stop();
    }
    const value = median(times);
    return { value, limit: BAR_SECONDS, ratio: value / BAR_SECONDS };
  },
};
