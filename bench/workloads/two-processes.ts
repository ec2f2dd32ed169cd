import { type Benchmark, figure } from "../harness/benchmark.ts";
import { alternate, WARM_TURNS } from "../harness/figures.ts";
import { people } from "../harness/people.ts";
import { postMessage } from "../harness/requests.ts";
import { sendFor } from "../harness/sending.ts";
import { openWires } from "../harness/wire.ts";

/** The sends of many connections into one channel, through two processes in turn or through one. */
export const twoProcesses: Benchmark = {
  name: "two-processes",
  unit: "messages/s",
  against: "the same sends through one process",
  better: "higher",
  bar: 1,
  goal: 1.2,
  async run(bench) {
    const { connections, rounds, seconds } = bench.scale;
    const world = await bench.world();
    const other = await bench.world();
    const servers = [await bench.server(world), await bench.server(world)];
    const alone = await bench.server(other);
    const requests = people(connections).map((sender) => postMessage(sender, world.channelOf(100)));
    const halves = await Promise.all(servers.map(({ port }) => openWires(port, connections / 2)));
    const shared = halves.flat();
    const own = await openWires(alone.port, connections);
    const compared = await alternate(
      2 * rounds,
      () => sendFor(seconds / 2, shared, requests),
      () => sendFor(seconds / 2, own, requests),
      2 * WARM_TURNS,
    );
    for (const wire of [...shared, ...own]) wire.close();
    return figure(compared);
  },
};
