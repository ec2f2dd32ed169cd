import { type Benchmark, figure } from "../harness/benchmark.ts";
import { feedTime } from "../harness/fetching.ts";
import { alternate } from "../harness/figures.ts";
import { personAt } from "../harness/people.ts";
import { openWire } from "../harness/wire.ts";

/** The first user has read all but the newest messages, the others nothing. */
const [HAS_READ, HAS_NOT_READ] = [personAt(0), personAt(1)];
/** Both readers have so many after the first unread one. */
const RANGE = { anchor: "first_unread", num_before: "0", num_after: "20" };

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
      () => feedTime(wire, HAS_NOT_READ, RANGE, turns),
      () => feedTime(wire, HAS_READ, RANGE, turns),
    );
    wire.close();
    return figure(compared);
  },
};
