import { type Benchmark, figure } from "../harness/benchmark.ts";
import { fetchAll, fetchRequests, readAll, topicsOf } from "../harness/fetching.ts";
import { type Compared, alternate, median, WARM_SHORT_TURNS } from "../harness/figures.ts";
import { openWire } from "../harness/wire.ts";
import type { World } from "../harness/worlds.ts";

/** The newest hundred messages of a topic, one request at a time, each of another topic. */
export const fetch: Benchmark = {
  name: "fetch",
  unit: "fetches/s",
  against: "the same rows read by the bare driver",
  better: "higher",
  bar: 0.4,
  goal: 0.7,
  async run(bench) {
    const world = await bench.history();
    const server = await bench.server(world);
    const wire = await openWire(server.port);
    const topics = topicsOf(world, bench.scale.requests);
    const requests = fetchRequests(topics);
    const compared = () =>
      alternate(
        bench.scale.rounds,
        () => perSecond((note) => fetchAll(wire, requests, note)),
        () => perSecond((note) => readAll(world, topics, note)),
        WARM_SHORT_TURNS,
      );
    // A table that was just filled has no statistics: the plan must be good without them as well.
    const fresh = await compared();
    await analyze(world);
    const settled = await compared();
    wire.close();
    const [worse, which] = fresh.ratio < settled.ratio ? [fresh, "before"] : [settled, "after"];
    return figure(worse, [`Before ANALYZE ${sentence(fresh)}; after it ${sentence(settled)}. Shown is ${which}.`]);
  },
};

/** How many requests a second the median duration allows. */
async function perSecond(run: (note: (ms: number) => void) => Promise<void>): Promise<number> {
  const times: number[] = [];
  await run((ms) => times.push(ms));
  return 1000 / median(times);
}

const sentence = ({ ours, theirs, ratio }: Compared): string =>
  `p50 ${(1000 / ours).toFixed(2)} ms against ${(1000 / theirs).toFixed(2)} ms, ratio ${ratio.toFixed(2)}`;

async function analyze({ sql }: World): Promise<void> {
  await sql`analyze message`;
}
