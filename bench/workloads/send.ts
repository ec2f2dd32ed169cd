import { type Benchmark, figure } from "../harness/benchmark.ts";
import { alternate, WARM_TURNS } from "../harness/figures.ts";
import { people } from "../harness/people.ts";
import { postMessage } from "../harness/requests.ts";
import { sendFor } from "../harness/sending.ts";
import { openWires } from "../harness/wire.ts";

/** Durable sends of many connections to a channel of 100, each connection with another sender. */
export const send: Benchmark = {
  name: "send",
  unit: "messages/s",
  against: "bare node:http that stores the same two rows in micro-batches",
  better: "higher",
  bar: 0.55,
  goal: 0.7,
  async run(bench) {
    const { connections, rounds, seconds } = bench.scale;
    const world = await bench.world();
    const server = await bench.server(world);
    const floor = await bench.rival("floor", world);
    const requests = people(connections).map((sender, index) =>
      postMessage(sender, index % 2 === 0 ? world.channelOf(100) : world.channelNameOf(100)),
    );
    const ours = await openWires(server.port, connections);
    const theirs = await openWires(floor.port, connections);
    // Disturbances of the machine come and go, so there are more and shorter turns than elsewhere.
    const compared = await alternate(
      2 * rounds,
      () => sendFor(seconds / 2, ours, requests),
      () => sendFor(seconds / 2, theirs, requests),
      2 * WARM_TURNS,
    );
    for (const wire of [...ours, ...theirs]) wire.close();
    return figure(compared);
  },
};
