import { type Benchmark, figure } from "../harness/benchmark.ts";
import { compare, alternate, WARM_TURNS } from "../harness/figures.ts";
import { people, personAt } from "../harness/people.ts";
import type { Measured } from "../harness/processes.ts";
import { giveQueues } from "../harness/queues.ts";
import { lastEventId, postMessage } from "../harness/requests.ts";
import { openWire, openWires, type Wire } from "../harness/wire.ts";

interface Receivers {
  readonly server: Measured;
  readonly wires: readonly Wire[];
  readonly sender: Wire;
  readonly message: Buffer;
  /** The polls that are parked now. */
  readonly parked: Promise<Buffer>[];
  readonly poll: (receiver: number, lastEventId: number) => string;
}

/** Sends one message; every receiver polls again at once. Returns what the first receiver got. */
async function deliver({ sender, message, wires, parked, poll }: Receivers): Promise<Buffer> {
  const first = parked[0] as Promise<Buffer>;
  const sent = sender.ask(message);
  await Promise.all(
    wires.map(async (wire, index) => {
      const body = (await parked[index]) as Buffer;
      parked[index] = wire.ask(poll(index, lastEventId(body)));
    }),
  );
  await sent;
  return first;
}

/** Sends, waits until all have received, and sends again: deliveries a second. Adds the CPU of each to a list. */
async function deliverFor(seconds: number, side: Receivers, cpuOfEach: number[]): Promise<number> {
  const cpuBefore = await side.server.cpu();
  const started = performance.now();
  let delivered = 0;
  while (performance.now() < started + seconds * 1000) {
    await deliver(side);
    delivered += side.wires.length;
  }
  const elapsed = performance.now() - started;
  cpuOfEach.push(((await side.server.cpu()) - cpuBefore) / delivered);
  return (delivered * 1000) / elapsed;
}

/** One channel, every subscriber a parked poll that polls again at once. */
export const fanOut: Benchmark = {
  name: "fan-out",
  unit: "deliveries/s",
  against: "bare node:http that answers all who wait with the same bytes",
  better: "higher",
  bar: 0.6,
  goal: 1.2,
  async run(bench) {
    const { receivers, rounds, seconds } = bench.scale;
    const world = await bench.world();
    const server = await bench.server(world);
    const rival = await bench.rival("parking");
    const queues = await giveQueues(world, server.port, people(receivers));
    const poll = (receiver: number, last: number) => queues[receiver]?.poll(last) ?? "";

    const gather = async (measured: Measured, message: Buffer): Promise<Receivers> => {
      const wires = await openWires(measured.port, receivers);
      const parked = wires.map((wire, index) => wire.ask(poll(index, queues[index]?.lastEventId ?? -1)));
      return { server: measured, wires, sender: await openWire(measured.port), message, parked, poll };
    };
    const ours = await gather(server, postMessage(personAt(0), world.channelOf(1000)));
    const body = await deliver(ours);
    const theirs = await gather(
      rival,
      Buffer.concat([
        Buffer.from(`POST /${receivers} HTTP/1.1\r\nHost: rival\r\nContent-Length: ${body.length}\r\n\r\n`),
        body,
      ]),
    );
    const cpu = { ours: [] as number[], theirs: [] as number[] };
    const compared = await alternate(
      rounds,
      () => deliverFor(seconds, ours, cpu.ours),
      () => deliverFor(seconds, theirs, cpu.theirs),
    );
    for (const wire of [...ours.wires, ...theirs.wires, ours.sender, theirs.sender]) wire.close();
    await Promise.allSettled([...ours.parked, ...theirs.parked]);
    const [mine, its] = [cpu.ours.slice(WARM_TURNS), cpu.theirs.slice(WARM_TURNS)];
    const each = compare(mine.map((ours, turn) => ({ ours, theirs: its[turn] as number })));
    const cpuRatio = 1 / each.ratio;
    return {
      ...figure(compared),
      ratio: Math.min(compared.ratio, cpuRatio),
      notes: [
        `CPU of a delivery ${each.ours.toFixed(1)} µs, of the rival's ${each.theirs.toFixed(1)} µs: ratio ${cpuRatio.toFixed(2)};`,
        `deliveries/s ratio ${compared.ratio.toFixed(2)}. The lower of the two is the ratio.`,
      ],
    };
  },
};
