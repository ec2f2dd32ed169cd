import type { Benchmark } from "../harness/benchmark.ts";
import { fillUnread } from "../harness/fill-unread.ts";
import { median, timed } from "../harness/figures.ts";
import { personAt } from "../harness/people.ts";
import { post } from "../harness/requests.ts";
import { openWire } from "../harness/wire.ts";

const BAR_MS = 150;
const UNREAD = 50_000;

/** Register's unread part for a user with 50,000 unread messages. */
export const unread: Benchmark = {
  name: "unread",
  unit: "ms",
  against: "the most that it may take",
  better: "lower",
  bar: 1,
  goal: 0.5,
  async run(bench) {
    const world = await bench.world();
    const topics = Array.from({ length: 100 }, (_, n) => `Topic ${n}`);
    await fillUnread(world, world.channelOf(100), topics, UNREAD);
    await world.sql`analyze message`;
    const server = await bench.server(world);
    const wire = await openWire(server.port);
    const types = JSON.stringify(["message", "update_message_flags"]);
    const request = post(personAt(0), "/register", { fetch_event_types: types, event_types: types });
    const times: number[] = [];
    let bytes = 0;
    while (times.length < Math.max(3, bench.scale.registers)) {
      times.push(await timed(async () => (bytes = (await wire.ask(request)).length)));
    }
    wire.close();
    const value = median(times);
    return { value, limit: BAR_MS, ratio: value / BAR_MS, notes: [`The answer has ${(bytes / 1e6).toFixed(1)} MB.`] };
  },
};
