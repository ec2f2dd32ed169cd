import type { Benchmark } from "../harness/benchmark.ts";
import { median, timed } from "../harness/figures.ts";
import { people, personAt } from "../harness/people.ts";
import { get, post, postMessage } from "../harness/requests.ts";
import { openWire } from "../harness/wire.ts";

/** What an organization with 100,000 users and 5,000 channels costs. */
const limited = { against: "the most that it may be", better: "lower", bar: 1 } as const;

const FIRST_REQUEST = get(personAt(0), "/users/me");
const MB = 1e6;

const START_S = 3;

export const startLarge: Benchmark = {
  ...limited,
  name: "start-100k",
  unit: "s",
  goal: 0.7,
  async run(bench) {
    const world = await bench.largest();
    const times: number[] = [];
    while (times.length < bench.scale.starts) {
      const started = performance.now();
      const server = await bench.server(world);
      const wire = await openWire(server.port);
      await wire.ask(FIRST_REQUEST);
      times.push((performance.now() - started) / 1000);
      wire.close();
      await server.stop();
    }
    const value = median(times);
    return { value, limit: START_S, ratio: value / START_S };
  },
};

const MODEL_MB = 250;

export const modelLarge: Benchmark = {
  ...limited,
  name: "model-100k",
  unit: "MB",
  goal: 0.6,
  async run(bench) {
    const server = await bench.server(await bench.largest());
    const wire = await openWire(server.port);
    await wire.ask(FIRST_REQUEST);
    wire.close();
    const value = (await server.memory()).retained / MB;
    return { value, limit: MODEL_MB, ratio: value / MODEL_MB, notes: ["All of the process's memory is counted."] };
  },
};

const REGISTER_MS = 30;
const REGISTER_MB = 1;

/** As clients for large organizations register: they fetch users and subscribers when they need them. */
const registration = (index: number) =>
  post(
    personAt(index),
    "/register",
    {
      include_subscribers: "partial",
      client_capabilities: JSON.stringify({ notification_settings_null: true, user_list_incomplete: true }),
    },
    "Accept-Encoding: gzip\r\n",
  );

export const registerLarge: Benchmark = {
  ...limited,
  name: "register-100k",
  unit: "ms",
  goal: 0.7,
  async run(bench) {
    const { rounds, registers } = bench.scale;
    const server = await bench.server(await bench.largest());
    const wire = await openWire(server.port);
    const answer = await wire.ask(registration(0));
    const times: number[] = [];
    // Another user each time, of whom the server has nothing ready.
    for (let n = 1; n <= rounds * registers; n += 1) times.push(await timed(() => wire.ask(registration(n))));
    wire.close();
    const [value, size] = [median(times), answer.length / MB];
    return {
      value,
      limit: REGISTER_MS,
      ratio: Math.max(value / REGISTER_MS, size / REGISTER_MB),
      notes: [`The answer has ${size.toFixed(2)} MB by gzip. The worse of both is the ratio.`],
    };
  },
};

const WAIT_MS = 100;

/** One user sends messages while another one subscribes everybody to a new channel. */
export const bulkSubscribe: Benchmark = {
  ...limited,
  name: "bulk-subscribe",
  unit: "ms",
  goal: 0.7,
  async run(bench) {
    const world = await bench.largest();
    const server = await bench.server(world);
    const [wire, other] = [await openWire(server.port), await openWire(server.port)];
    const message = postMessage(personAt(1), world.channelOf(100));
    for (let n = 0; n < bench.scale.requests; n += 1) await other.ask(message);
    const principals = JSON.stringify(people(bench.scale.largest.users).map(({ id }) => id));
    const subscriptions = JSON.stringify([{ name: `everybody ${Date.now()}` }]);
    const waits: number[] = [];
    let isDone = false;
    const seconds = timed(() => wire.ask(post(personAt(0), "/users/me/subscriptions", { subscriptions, principals })));
    const ended = seconds.finally(() => (isDone = true));
    while (!isDone) waits.push(await timed(() => other.ask(message)));
    const took = (await ended) / 1000;
    wire.close();
    other.close();
    const value = Math.max(...waits);
    return {
      value,
      limit: WAIT_MS,
      ratio: value / WAIT_MS,
      notes: [`All of them were subscribed after ${took.toFixed(1)} s; ${waits.length} messages were sent meanwhile.`],
    };
  },
};
