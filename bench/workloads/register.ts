import { type Benchmark, figure } from "../harness/benchmark.ts";
import { inTurns, median, timed } from "../harness/figures.ts";
import { personAt } from "../harness/people.ts";
import { post } from "../harness/requests.ts";
import { openWire } from "../harness/wire.ts";

/** A full register, one at a time, against serializing what it returned. */
export const register: Benchmark = {
  name: "register",
  unit: "ms",
  against: "JSON.stringify of its own answer",
  better: "lower",
  bar: 6,
  goal: 3,
  async run(bench) {
    const { rounds, registers } = bench.scale;
    const world = await bench.world();
    const server = await bench.server(world);
    const wire = await openWire(server.port);
    const request = post(personAt(0), "/register", {});
    const body = await wire.ask(request);
    const answer: unknown = JSON.parse(body.toString());
    const medianOf = async (work: () => Promise<unknown>) => {
      const times: number[] = [];
      while (times.length < registers) times.push(await timed(work));
      return median(times);
    };
    const compared = await inTurns(
      rounds,
      () => medianOf(() => wire.ask(request)),
      () => medianOf(async () => JSON.stringify(answer)),
    );
    wire.close();
    return figure(compared, [`The answer has ${(body.length / 1e6).toFixed(1)} MB.`]);
  },
};
