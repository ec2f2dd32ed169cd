import { type Benchmark, figure } from "../harness/benchmark.ts";
import { alternate, median, WARM_SHORT_TURNS } from "../harness/figures.ts";
import { personAt } from "../harness/people.ts";
import { registerQueue } from "../harness/queues.ts";
import { lastEventId, postMessage } from "../harness/requests.ts";
import { openWire, type Wire } from "../harness/wire.ts";

/** Disturbances of the machine last milliseconds, so the turns are shorter than elsewhere. */
const SHORTER = 5;

/** One message at a time: the median time from the request to the event, in milliseconds. */
function listener(sender: Wire, receiver: Wire, message: Buffer, poll: (lastEventId: number) => string, from: number) {
  let last = from;
  const once = async (): Promise<number> => {
    const parked = receiver.ask(poll(last));
    const started = performance.now();
    const sent = sender.ask(message);
    last = lastEventId(await parked);
    const elapsed = performance.now() - started;
    await sent;
    return elapsed;
  };
  return async (messages: number): Promise<number> => {
    const times: number[] = [];
    while (times.length < messages) times.push(await once());
    return median(times);
  };
}

export const latency: Benchmark = {
  name: "latency",
  unit: "ms",
  against: "bare node:http that stores the same two rows and answers one poll",
  better: "lower",
  bar: 1.2,
  goal: 1,
  async run(bench) {
    const { rounds, requests } = bench.scale;
    const world = await bench.world();
    const server = await bench.server(world);
    const floor = await bench.rival("floor", world);
    const message = postMessage(personAt(0), world.channelNameOf(100));
    const wires = await Promise.all([server, server, floor, floor].map(({ port }) => openWire(port)));
    const [sender, receiver, floorSender, floorReceiver] = wires as [Wire, Wire, Wire, Wire];
    const queue = await registerQueue(receiver, personAt(1));
    const ours = listener(sender, receiver, message, queue.poll, queue.lastEventId);
    const theirs = listener(floorSender, floorReceiver, message, queue.poll, 0);
    const compared = await alternate(
      rounds * 2 * SHORTER,
      () => ours(requests / SHORTER),
      () => theirs(requests / SHORTER),
      WARM_SHORT_TURNS * SHORTER,
    );
    for (const wire of wires) wire.close();
    return figure(compared);
  },
};
