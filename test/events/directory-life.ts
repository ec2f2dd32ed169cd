import assert from "node:assert/strict";
import { dice } from "../crash/dice.ts";
import { NAMES, type Name } from "../harness/cast.ts";
import type { Registered, TestEvent, TestQueue } from "../harness/checked-client.ts";
import { type CastMember, startTestServer, type TestServer } from "../harness/server.ts";
import { type ClientState, clientState, reduce } from "./client-state.ts";
import { doSomething, type Town } from "./directory-operations.ts";

const STEPS = 120;
/** How often somebody looks: most are late, and read of much at once that was over long before. */
const LOOKS = 0.03;
/** One of the queues of everybody is read so rarely that it often spans a whole life. */
const RARE_LOOKS = 0.005;

const OLD = { include_subscribers: "true" } as const;
const MODERN = {
  ...OLD,
  client_capabilities: {
    ...{ notification_settings_null: false, user_settings_object: true, linkifier_url_template: true },
    ...{ include_deactivated_groups: true, archived_channels: true, empty_topic_name: true },
  },
} as const;

const INCOMPLETE = {
  ...OLD,
  client_capabilities: { ...MODERN.client_capabilities, user_list_incomplete: true },
} as const;

/** Those whose roles change, or who begin as guests: for them it makes a difference how they read of people. */
const CHANGING: readonly Name[] = ["polonius", "othello", "cordelia"];

const KINDS = {
  old: { wish: OLD, looks: LOOKS, names: NAMES },
  modern: { wish: MODERN, looks: LOOKS, names: NAMES },
  incomplete: { wish: INCOMPLETE, looks: LOOKS, names: CHANGING },
  rare: { wish: OLD, looks: RARE_LOOKS, names: CHANGING },
  waiting: { wish: OLD, looks: RARE_LOOKS, names: CHANGING },
  "waiting incomplete": { wish: INCOMPLETE, looks: RARE_LOOKS, names: CHANGING },
} as const;

interface Reader {
  readonly name: Name;
  readonly kind: keyof typeof KINDS;
  queue: TestQueue & Registered;
  /** Those who wait at all times get everything at the moment at which it happens. */
  waiting: Waiting | undefined;
}

interface Waiting {
  readonly events: TestEvent[];
  isOver: boolean;
  hasEnded: boolean;
}

function wait(member: CastMember, queue: TestQueue): Waiting {
  const waiting: Waiting = { events: [], isOver: false, hasEnded: false };
  const run = async () => {
    while (!waiting.isOver) {
      const { queue_id, last_event_id } = queue;
      const { events } = (await member.call("GET /events", { queue_id, last_event_id })) as { events: TestEvent[] };
      waiting.events.push(...events);
      queue.last_event_id = events.at(-1)?.id ?? last_event_id;
    }
  };
  // A failed poll shows at the next look, which finds the queue gone or the state wrong.
  void run().finally(() => (waiting.hasEnded = true));
  return waiting;
}

/** What somebody who waited has got. Another poll of the same queue ends the one that waits. */
async function received(member: CastMember, queue: TestQueue, waiting: Waiting): Promise<TestEvent[]> {
  waiting.isOver = true;
  while (!waiting.hasEnded) {
    const { queue_id, last_event_id } = queue;
    await member.call("GET /events", { queue_id, last_event_id, dont_block: true });
  }
  return waiting.events;
}

async function beginTown(server: TestServer, seed: number): Promise<Town> {
  const { desdemona } = server.cast;
  const extras: number[] = [];
  for (const name of ["osric", "yorick"]) {
    const made = { email: `${name}@elsinore.example`, full_name: name, password: "correct horse battery" };
    extras.push((await desdemona.call("POST /users", made)).user_id);
  }
  const { streams } = await desdemona.call("GET /streams");
  const nothing = { bots: [], groups: [], messages: [], fields: [], folders: [], done: [], made: 0 };
  return {
    ...{ server, dice: dice(seed), extras, ...nothing },
    people: [...NAMES.map((name) => server.cast[name].id), ...extras],
    channels: new Map(streams.map(({ stream_id, name }) => [stream_id, name])),
  };
}

/** Topics of channels that are out of use or out of sight are nobody's concern, until these come back. */
function compared({ personal, ...state }: ClientState) {
  const isInUse = (topic: unknown) =>
    state.channels[String((topic as { stream_id: number }).stream_id)]?.["is_archived"] === false;
  const topics = Object.fromEntries(Object.entries(personal.topics).filter(([, topic]) => isInUse(topic)));
  return { ...state, newestMessage: 0, personal: { ...personal, topics, mutedTopics: [] } };
}

/** What a reader had, plus all that happened since they looked, is what they would fetch now. */
async function look(town: Town, reader: Reader): Promise<void> {
  const member = town.server.cast[reader.name];
  const before = reader.waiting === undefined ? [] : await received(member, reader.queue, reader.waiting);
  const events = [...before, ...(await member.drain(reader.queue))];
  const now = await member.register(KINDS[reader.kind].wish);
  const isIncomplete = KINDS[reader.kind].wish === INCOMPLETE;
  try {
    assert.deepEqual(
      compared(reduce(clientState(reader.queue, isIncomplete), events)),
      compared(clientState(now, isIncomplete)),
    );
  } catch (error) {
    throw new Error(`${reader.name} ${reader.kind}:\n${town.done.join("\n")}`, { cause: error });
  }
  reader.queue = now;
  reader.waiting = undefined;
}

function begin(town: Town, reader: Reader): void {
  if (reader.kind.startsWith("waiting")) reader.waiting = wait(town.server.cast[reader.name], reader.queue);
}

/** Lets people do things to each other, their groups and channels, and holds what everybody reads against the state. */
export async function liveInTown(seed: number): Promise<void> {
  const server = await startTestServer({ flags: ["--gravatar", seed % 2 === 0 ? "on" : "off"] });
  const town = await beginTown(server, seed);
  const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[];
  const readers = await Promise.all(
    kinds.flatMap((kind) =>
      KINDS[kind].names.map(async (name): Promise<Reader> => {
        const queue = await server.cast[name].register(KINDS[kind].wish);
        return { name, kind, queue, waiting: undefined };
      }),
    ),
  );
  for (const reader of readers) begin(town, reader);
  for (let step = 0; step < STEPS; step += 1) {
    await doSomething(town);
    for (const reader of readers) {
      if (!town.dice.chance(KINDS[reader.kind].looks)) continue;
      await look(town, reader);
      begin(town, reader);
    }
  }
  for (const reader of readers) await look(town, reader);
  await server.stop();
}
