import type { Benchmark } from "../harness/benchmark.ts";
import { median, timed } from "../harness/figures.ts";
import { people, personAt, REALM_ID } from "../harness/people.ts";
import { get, post } from "../harness/requests.ts";
import { openWire } from "../harness/wire.ts";

const LIMIT_S = 2;

/**
 * Everybody is subscribed to a channel by one request, again and again to another one, while one of them waits for
 * events.
 */
export const subscribe: Benchmark = {
  name: "subscribe",
  unit: "s",
  against: "the most that it may take",
  better: "lower",
  bar: 1,
  goal: 0.4,
  async run(bench) {
    const { rounds, users } = bench.scale;
    const world = await bench.world();
    const server = await bench.server(world);
    const wire = await openWire(server.port);
    const principals = JSON.stringify(people(users).map(({ id }) => id));
    const join = (channel: string) =>
      wire.ask(
        post(personAt(0), "/users/me/subscriptions", {
          subscriptions: JSON.stringify([{ name: channel }]),
          principals,
        }),
      );
    const stored = async () => {
      const [row] = await world.sql<{ rows: number; entries: number }[]>`
        select (select count(*) from subscription where realm_id = ${REALM_ID})::int as rows, position::int as entries
        from realm_head where realm_id = ${REALM_ID}`;
      return row ?? { rows: 0, entries: 0 };
    };
    const before = await stored();
    await wire.ask(get(personAt(0), "/users/me"));
    const times: number[] = [];
    for (let n = 0; n < rounds; n += 1) times.push((await timed(() => join(`crowd ${n}`))) / 1000);
    const after = await stored();
    const cpu = await server.cpu();
    wire.close();
    const [first = 0] = times;
    const seconds = median(times);
    return {
      value: seconds,
      limit: LIMIT_S,
      ratio: Math.max(seconds, first) / LIMIT_S,
      notes: [
        `${users.toLocaleString("en")} users into a new channel; the first time ${first.toFixed(2)} s. The worse of both is the ratio.`,
        `${(after.rows - before.rows) / rounds} rows and ${(after.entries - before.entries) / rounds} log entries each.`,
        `The server's own CPU for all of it ${(cpu / 1e6).toFixed(2)} s.`,
      ],
    };
  },
};
