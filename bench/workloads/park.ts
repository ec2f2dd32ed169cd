import { setTimeout as sleep } from "node:timers/promises";
import type { Benchmark } from "../harness/benchmark.ts";
import { METRICS_TOKEN, people } from "../harness/people.ts";
import type { Measured } from "../harness/processes.ts";
import { giveQueues, type OwnQueue } from "../harness/queues.ts";
import { openWire, openWires, type Wire } from "../harness/wire.ts";

/** The share of polls parked before the memory is first read, so that code and pools are warm. */
const WARM = 0.05;
const AT_ONCE = 200;
const LOOK_MS = 1000;
const MAX_LOOKS = 30;

/** The growth of a process for each parked poll. */
async function growth(
  server: Measured,
  queues: readonly OwnQueue[],
  areParked: (count: number) => Promise<boolean>,
): Promise<number> {
  const warm = Math.ceil(queues.length * WARM);
  const wires: Wire[] = [];
  const parkUpTo = async (count: number) => {
    while (wires.length < count) {
      const fresh = await openWires(server.port, Math.min(AT_ONCE, count - wires.length));
      for (const wire of fresh) {
        const queue = queues[wires.length] as OwnQueue;
        wires.push(wire);
        wire.ask(queue.poll(queue.lastEventId)).catch(() => {});
      }
    }
    for (let looks = 0; !(await areParked(count)); looks += 1) {
      if (looks === MAX_LOOKS) throw new Error(`${count} polls were sent, but not all of them are parked`);
      await sleep(LOOK_MS);
    }
  };
  await parkUpTo(warm);
  const before = await server.memory();
  await parkUpTo(queues.length);
  const after = await server.memory();
  for (const wire of wires) wire.close();
  return (after.retained - before.retained) / (queues.length - warm);
}

/** Asks the server's own metrics how many polls are parked. */
async function isParked(port: number, count: number): Promise<boolean> {
  const wire = await openWire(port);
  const text = (
    await wire.ask(`GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${METRICS_TOKEN}\r\n\r\n`)
  ).toString();
  wire.close();
  return Number(/^parley_parked_polls (\d+)$/m.exec(text)?.[1]) === count;
}

export const park: Benchmark = {
  name: "park",
  unit: "bytes",
  against: "a request parked in bare node:http",
  better: "lower",
  bar: 1.6,
  goal: 1.2,
  async run(bench) {
    const world = await bench.world();
    const server = await bench.server(world);
    const rival = await bench.rival("parking");
    const queues = await giveQueues(world, server.port, people(bench.scale.parked));
    const ours = await growth(server, queues, (count) => isParked(server.port, count));
    // The rival parks each request as it reads it.
    const theirs = await growth(rival, queues, () => sleep(LOOK_MS, true));
    return {
      value: ours,
      limit: theirs,
      ratio: ours / theirs,
      notes: ["In JavaScript objects and buffers; what native code holds of a connection is the same on both sides."],
    };
  },
};
