import { type Benchmark, figure } from "../harness/benchmark.ts";
import { fetchRequests, topicsOf } from "../harness/fetching.ts";
import { alternate } from "../harness/figures.ts";
import type { Measured } from "../harness/processes.ts";
import { openWire, type Wire } from "../harness/wire.ts";

type Coding = "br" | "gzip";

const accepting = (request: string, coding: Coding): string =>
  request.replace("\r\n\r\n", `\r\nAccept-Encoding: ${coding}\r\n\r\n`);

/** Microseconds of the server's CPU for each of some answers. */
async function cpuOf(server: Measured, wire: Wire, requests: readonly string[]): Promise<number> {
  const before = await server.cpu();
  for (const request of requests) await wire.ask(request);
  return ((await server.cpu()) - before) / requests.length;
}

/** What compressed answers cost: a hundred messages of a topic, for clients that accept Brotli, gzip or neither. */
export const compression: Benchmark = {
  name: "compression",
  unit: "µs of CPU",
  against: "the same answer without compression",
  better: "lower",
  bar: 1.5,
  goal: 1.2,
  async run(bench) {
    const world = await bench.world();
    const server = await bench.server(world);
    const wire = await openWire(server.port);
    const plain = fetchRequests(topicsOf(world, bench.scale.requests));
    const sizeOf = async (request: string) => (await wire.ask(request)).length / 1000;
    const [first = ""] = plain;
    const measured = async (coding: Coding) => {
      const requests = plain.map((request) => accepting(request, coding));
      const compared = await alternate(
        bench.scale.rounds,
        () => cpuOf(server, wire, requests),
        () => cpuOf(server, wire, plain),
      );
      return { coding, compared, size: await sizeOf(requests[0] as string) };
    };
    const [brotli, gzip] = [await measured("br"), await measured("gzip")];
    const size = await sizeOf(first);
    wire.close();
    const notes = [brotli, gzip].map(
      (row) =>
        `${row.coding}: ${row.compared.ours.toFixed(0)} µs and ${row.size.toFixed(1)} kB instead of ` +
        `${row.compared.theirs.toFixed(0)} µs and ${size.toFixed(1)} kB, ratio ${row.compared.ratio.toFixed(2)}`,
    );
    // Browsers and most programs offer both, and get Brotli.
    return figure(brotli.compared, notes);
  },
};
