import { type Benchmark, figure } from "../harness/benchmark.ts";
import { alternate, median, timed } from "../harness/figures.ts";
import { type Person, personAt } from "../harness/people.ts";
import { get } from "../harness/requests.ts";
import { openWire, type Wire } from "../harness/wire.ts";

/** The first user has read all but the newest messages, the others nothing. */
const [HAS_READ, HAS_NOT_READ] = [personAt(0), personAt(1)];
/** Both readers have so many after the first unread one. */
const MESSAGES = "20";

/** The feed of all channels from the first unread message on, with which many clients begin. */
export const firstUnread: Benchmark = {
  name: "first-unread",
  unit: "ms",
  against: "the same for a reader who has read nearly all",
  better: "lower",
  bar: 3,
  goal: 1.5,
  async run(bench) {
    const { rounds, requests } = bench.scale;
    const world = await bench.history();
    await world.sql`analyze message, subscription, read_state`;
    const wire = await openWire((await bench.server(world)).port);
    const turns = Math.ceil(requests / 5);
    const compared = await alternate(
      rounds,
      () => p50(wire, HAS_NOT_READ, turns),
      () => p50(wire, HAS_READ, turns),
    );
    wire.close();
    return figure(compared);
  },
};

async function p50(wire: Wire, reader: Person, turns: number): Promise<number> {
  const request = get(reader, "/messages", { anchor: "first_unread", num_before: "0", num_after: MESSAGES });
  const times: number[] = [];
  while (times.length < turns) {
    let answer = "";
    times.push(await timed(async () => (answer = (await wire.ask(request)).toString())));
    if (!answer.startsWith('{"result":"success"')) throw new Error(`not fetched: ${answer.slice(0, 300)}`);
  }
  return median(times);
}
