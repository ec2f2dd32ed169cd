import type { Benchmark } from "../harness/benchmark.ts";
import { FIRST_USER_ID, personAt, REALM_ID } from "../harness/people.ts";
import { registerQueue } from "../harness/queues.ts";
import { openWire } from "../harness/wire.ts";
import type { World } from "../harness/worlds.ts";

const BAR_MS = 1000;
const A_SECOND = 100;
const SECONDS_AHEAD = 3;
const A_DAY = 86_400;
/** IDs that nothing else has. */
const [PENDING_ID, DUE_ID] = [10_000_000, 20_000_000];

/** Schedules messages whose text says when they are due: `count` of them from a moment on, `aSecond` a second. */
async function schedule(world: World, firstId: number, count: number, from: number, aSecond: number): Promise<void> {
  await world.sql`
    insert into scheduled_message (realm_id, id, user_id, type, recipients, topic, content, rendered_content, client,
                                   sender_read, deliver_at)
    select ${REALM_ID}, ${firstId} + n, ${FIRST_USER_ID}, 'stream', array[${world.channelOf(100)}::int8], 'due',
           (${from}::int8 + n / ${aSecond})::text, '', 'bench', true, to_timestamp(${from}::int8 + n / ${aSecond})
    from generate_series(0::int8, ${count} - 1) n`;
}

interface Answer {
  readonly events: readonly { readonly id: number; readonly message?: { readonly content: string } }[];
}

/** How late scheduled messages reach their receiver, while many times as many wait for another day. */
export const scheduled: Benchmark = {
  name: "scheduled",
  unit: "ms",
  against: "the most that it may take",
  better: "lower",
  bar: 1,
  goal: 0.3,
  async run(bench) {
    const { users, rounds } = bench.scale;
    const world = await bench.world();
    const now = () => Math.floor(Date.now() / 1000);
    await schedule(world, PENDING_ID, users * 10, now() + A_DAY, 1);
    await world.sql`analyze scheduled_message`;
    const server = await bench.server(world);
    const wire = await openWire(server.port);
    const queue = await registerQueue(wire, personAt(1));
    const count = rounds * A_SECOND;
    await schedule(world, DUE_ID, count, now() + SECONDS_AHEAD, A_SECOND);
    const lateness: number[] = [];
    for (let last = queue.lastEventId; lateness.length < count;) {
      const { events } = JSON.parse((await wire.ask(queue.poll(last))).toString()) as Answer;
      const received = Date.now();
      last = events.at(-1)?.id ?? last;
      for (const { message } of events) {
        if (message !== undefined) lateness.push(received - Number(message.content.replace(/<[^>]*>/g, "")) * 1000);
      }
    }
    wire.close();
    const value = lateness.sort((a, b) => a - b)[Math.floor(count * 0.99)] as number;
    return { value, limit: BAR_MS, ratio: value / BAR_MS };
  },
};
