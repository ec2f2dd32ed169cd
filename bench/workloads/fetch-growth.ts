import { type Benchmark, figure } from "../harness/benchmark.ts";
import { fetchAll, fetchRequests, topicsOf } from "../harness/fetching.ts";
import { alternate, median } from "../harness/figures.ts";
import { openWire, type Wire } from "../harness/wire.ts";

/** The same fetch from a hundred times as many messages, each on its own server. */
export const fetchGrowth: Benchmark = {
  name: "fetch-growth",
  unit: "ms",
  against: "the same with a hundredth of the messages",
  better: "lower",
  bar: 1.5,
  goal: 1.1,
  async run(bench) {
    const { rounds, requests } = bench.scale;
    const large = await bench.history();
    const small = await bench.world();
    const wires = await Promise.all([large, small].map(async (world) => openWire((await bench.server(world)).port)));
    const [largeWire, smallWire] = wires as [Wire, Wire];
    const compared = await alternate(
      rounds,
      () => p50(largeWire, fetchRequests(topicsOf(large, requests))),
      () => p50(smallWire, fetchRequests(topicsOf(small, requests))),
    );
    for (const wire of wires) wire.close();
    return figure(compared);
  },
};

async function p50(wire: Wire, requests: readonly string[]): Promise<number> {
  const times: number[] = [];
  await fetchAll(wire, requests, (ms) => times.push(ms));
  return median(times);
}
