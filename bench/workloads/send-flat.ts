import { type Benchmark, figure } from "../harness/benchmark.ts";
import { alternate } from "../harness/figures.ts";
import { people } from "../harness/people.ts";
import { postMessage } from "../harness/requests.ts";
import { sendFor } from "../harness/sending.ts";
import { openWires } from "../harness/wire.ts";

/** The subscribers of the small channel. */
const SENDERS = 10;

/** The same sends to a channel of 10,000 and to one of 10, by the same people on the same server. */
export const sendFlat: Benchmark = {
  name: "send-flat",
  unit: "messages/s",
  against: "the same into 10 subscribers",
  better: "higher",
  bar: 0.9,
  goal: 0.97,
  async run(bench) {
    const { connections, rounds, seconds } = bench.scale;
    const world = await bench.world();
    const server = await bench.server(world);
    const wires = await openWires(server.port, connections);
    const into = (channelId: number) => people(SENDERS).map((sender) => postMessage(sender, channelId));
    const large = into(world.channelOf(10_000));
    const small = into(world.channelOf(10));
    const compared = await alternate(
      rounds,
      () => sendFor(seconds, wires, large),
      () => sendFor(seconds, wires, small),
    );
    for (const wire of wires) wire.close();
    return figure(compared);
  },
};
