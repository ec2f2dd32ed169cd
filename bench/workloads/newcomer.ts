import { type Benchmark, figure } from "../harness/benchmark.ts";
import { feedTime } from "../harness/fetching.ts";
import { alternate } from "../harness/figures.ts";
import { personAt, REALM_ID } from "../harness/people.ts";
import { openWire } from "../harness/wire.ts";

/** The newcomer is in one channel and has received nothing yet; the other is in some twenty channels. */
const [NEWCOMER, OTHER] = [personAt(2), personAt(1)];
const RANGE = { anchor: "newest", num_before: "100", num_after: "0" };

/** The feed of all channels for somebody who has just joined a large organization, or for a guest in one channel. */
export const newcomer: Benchmark = {
  name: "newcomer",
  unit: "ms",
  against: "the same for a reader of some twenty channels",
  better: "lower",
  bar: 5,
  goal: 3,
  async run(bench) {
    const { rounds, requests } = bench.scale;
    const world = await bench.history();
    await world.sql`
      delete from subscription
      where realm_id = ${REALM_ID} and user_id = ${NEWCOMER.id} and channel_id <> (
        select min(channel_id) from subscription where realm_id = ${REALM_ID} and user_id = ${NEWCOMER.id})`;
    await world.sql`
      update subscription set received = int8multirange(int8range(${world.messages + 1}::int8, null))
      where realm_id = ${REALM_ID} and user_id = ${NEWCOMER.id}`;
    await world.sql`analyze message, subscription, read_state`;
    const wire = await openWire((await bench.server(world)).port);
    const turns = Math.ceil(requests / 5);
    const compared = await alternate(
      rounds,
      () => feedTime(wire, NEWCOMER, RANGE, turns),
      () => feedTime(wire, OTHER, RANGE, turns),
    );
    wire.close();
    return figure(compared);
  },
};
