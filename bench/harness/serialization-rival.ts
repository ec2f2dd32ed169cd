import { type Bench, type Benchmark, figure } from "./benchmark.ts";
import { alternate, median, timed } from "./figures.ts";
import { openWire } from "./wire.ts";

/** Compares a request with a large response, one at a time, with serializing its result. */
export function againstSerialization(name: string, request: Buffer | string): Benchmark {
  return {
    name,
    unit: "ms",
    against: "JSON.stringify of its own answer",
    better: "lower",
    bar: 6,
    goal: 3,
    async run(bench: Bench) {
      const { rounds, registers } = bench.scale;
      const server = await bench.server(await bench.world());
      const wire = await openWire(server.port);
      const body = await wire.ask(request);
      const answer: unknown = JSON.parse(body.toString());
      const medianOf = async (work: () => Promise<unknown>) => {
        const times: number[] = [];
        while (times.length < registers) times.push(await timed(work));
        return median(times);
      };
      const compared = await alternate(
        rounds,
        () => medianOf(() => wire.ask(request)),
        () => medianOf(async () => JSON.stringify(answer)),
      );
      wire.close();
      return figure(compared, [`The answer has ${(body.length / 1e6).toFixed(1)} MB.`]);
    },
  };
}
