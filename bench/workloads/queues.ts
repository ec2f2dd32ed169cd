import type { Benchmark } from "../harness/benchmark.ts";
import { people, type Person } from "../harness/people.ts";
import { registerRequest } from "../harness/queues.ts";
import { openWires, type Wire } from "../harness/wire.ts";

const BAR_BYTES = 256;
const GOAL_BYTES = 64;
/** The share of queues registered before the memory is first read, so that code and caches are warm. */
const WARM = 0.1;

async function registerAll(wires: readonly Wire[], owners: Iterator<Person>): Promise<void> {
  await Promise.all(
    wires.map(async (wire) => {
      for (let next = owners.next(); next.done !== true; next = owners.next()) {
        await wire.ask(registerRequest(next.value));
      }
    }),
  );
}

/** Queues that are not polled, spread evenly over the users. */
export const queues: Benchmark = {
  name: "queues",
  unit: "bytes",
  against: "the most that a queue may hold",
  better: "lower",
  bar: 1,
  goal: GOAL_BYTES / BAR_BYTES,
  async run(bench) {
    const { scale } = bench;
    const world = await bench.world();
    const server = await bench.server(world);
    const wires = await openWires(server.port, scale.connections);
    const users = people(scale.users);
    const owners = (count: number) =>
      Array.from({ length: count }, (_, n) => users[n % users.length] as Person).values();
    await registerAll(wires, owners(scale.queues * WARM));
    const before = await server.memory();
    await registerAll(wires, owners(scale.queues));
    const after = await server.memory();
    for (const wire of wires) wire.close();
    const value = Math.max(0, (after.retained - before.retained) / scale.queues);
    return {
      value,
      limit: BAR_BYTES,
      ratio: value / BAR_BYTES,
      notes: [`In retained JavaScript objects and buffers after a collection of garbage.`],
    };
  },
};
