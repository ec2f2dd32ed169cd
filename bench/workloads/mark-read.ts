import type { Benchmark } from "../harness/benchmark.ts";
import { fillUnread } from "../harness/fill-unread.ts";
import { median, timed } from "../harness/figures.ts";
import { personAt, REALM_ID } from "../harness/people.ts";
import { post } from "../harness/requests.ts";
import { openWire } from "../harness/wire.ts";

const BAR_MS = 5;
const UNREAD = 1000;
const READER = personAt(0);
/**
 * How many times more requests are made than counted; the last ones count. Code that has run a few times is still being
 * compiled.
 */
const WARM_SHARE = 3;

/** Marks a topic with a thousand unread messages as read, in a channel of 10,000 where others write in between. */
export const markRead: Benchmark = {
  name: "mark-read",
  unit: "ms",
  against: "the most that it may take",
  better: "lower",
  bar: 1,
  goal: 0.6,
  async run(bench) {
    const world = await bench.world();
    const channelId = world.channelOf(10_000);
    await fillUnread(world, channelId, ["Marked", "Other"], 2 * UNREAD);
    await world.sql`analyze message`;
    const server = await bench.server(world);
    const wire = await openWire(server.port);
    const request = post(READER, "/messages/flags/narrow", {
      anchor: "oldest",
      num_before: "0",
      num_after: String(UNREAD),
      narrow: JSON.stringify([
        { operator: "channel", operand: channelId },
        { operator: "topic", operand: "Marked" },
        { operator: "is", operand: "unread" },
      ]),
      op: "add",
      flag: "read",
    });
    const times: number[] = [];
    for (let turn = 0; turn < WARM_SHARE * bench.scale.requests; turn += 1) {
      await world.sql`
        update read_state set ranges = '{}'
        where realm_id = ${REALM_ID} and user_id = ${READER.id} and conversation_id = ${channelId}`;
      let answer = "";
      times.push(await timed(async () => (answer = (await wire.ask(request)).toString())));
      if (!answer.includes(`"updated_count":${UNREAD}`))
        throw new Error(`not all were marked: ${answer.slice(0, 300)}`);
    }
    wire.close();
    const value = median(times.slice(-bench.scale.requests));
    return { value, limit: BAR_MS, ratio: value / BAR_MS, notes: ["One row of the reader's is written."] };
  },
};
