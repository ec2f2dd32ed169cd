import type { Benchmark } from "../harness/benchmark.ts";
import { fillUnread } from "../harness/fill-unread.ts";
import { median, timed } from "../harness/figures.ts";
import { personAt } from "../harness/people.ts";
import { get } from "../harness/requests.ts";
import { openWire } from "../harness/wire.ts";

const NEWEST = 1000;
const NEWEST_MS = 50;
const ALL_MS = 300;
/** Topics for each message of the ordinary world. */
const TOPICS = 10;

/** The topics of a channel that has 100,000: the newest thousand, and all of them. */
export const topics: Benchmark = {
  name: "topics-100k",
  unit: "ms",
  against: "the most that the newest thousand may take",
  better: "lower",
  bar: 1,
  goal: 0.2,
  async run(bench) {
    const world = await bench.world();
    const channelId = world.channelOf(100);
    const count = TOPICS * bench.scale.messages;
    const names = Array.from({ length: count }, (_, n) => `A topic of many, number ${n}`);
    await fillUnread(world, channelId, names, count);
    const server = await bench.server(world);
    const wire = await openWire(server.port);
    const ask = async (query: Readonly<Record<string, string>>) => {
      const times: number[] = [];
      while (times.length < Math.max(3, bench.scale.registers)) {
        times.push(await timed(() => wire.ask(get(personAt(0), `/users/me/${channelId}/topics`, query))));
      }
      return median(times);
    };
    const all = await ask({});
    const newest = await ask({ limit: String(NEWEST) });
    wire.close();
    const ratio = Math.max(newest / NEWEST_MS, all / ALL_MS);
    return { value: newest, limit: NEWEST_MS, ratio, notes: [`All of them took ${all.toFixed(0)} ms.`] };
  },
};
