import assert from "node:assert/strict";
import { test } from "node:test";
import { dice } from "../crash/dice.ts";
import { NAMES, type Name } from "../harness/cast.ts";
import { IS_LONG, SEED } from "../harness/chance.ts";
import type { Registered, TestQueue } from "../harness/checked-client.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { type ClientState, clientState, reduce } from "./client-state.ts";
import { doSomething, type Town } from "./directory-operations.ts";

const STEPS = 120;
/** How often a user reads: most are late, and read many outdated events at once. */
const LOOKS = 0.05;

const OLD = { include_subscribers: "true" } as const;
const MODERN = {
  ...OLD,
  client_capabilities: {
    ...{ notification_settings_null: false, user_settings_object: true, linkifier_url_template: true },
    ...{ include_deactivated_groups: true, archived_channels: true, empty_topic_name: true },
  },
} as const;

interface Reader {
  readonly name: Name;
  readonly args: typeof OLD | typeof MODERN;
  queue: TestQueue & Registered;
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

/** Topics of channels that are archived or invisible do not count, until these come back. */
function compared({ personal, ...state }: ClientState) {
  const isInUse = (topic: unknown) =>
    state.channels[String((topic as { stream_id: number }).stream_id)]?.["is_archived"] === false;
  const topics = Object.fromEntries(Object.entries(personal.topics).filter(([, topic]) => isInUse(topic)));
  return { ...state, newestMessage: 0, personal: { ...personal, topics, mutedTopics: [] } };
}

/** Checks that what a reader had, plus all events since, is what they would fetch now. */
async function look(town: Town, reader: Reader): Promise<void> {
  const member = town.server.cast[reader.name];
  const events = await member.drain(reader.queue);
  const now = await member.register(reader.args);
  const story = () => `${reader.name} ${reader.args === OLD ? "old" : "modern"}:\n${town.done.join("\n")}`;
  try {
    assert.deepEqual(compared(reduce(clientState(reader.queue), events)), compared(clientState(now)));
  } catch (error) {
    throw new Error(story(), { cause: error });
  }
  reader.queue = now;
}

const rounds = IS_LONG ? 40 : 3;

for (let round = 0; round < rounds; round += 1) {
  const seed = SEED + round;
  test(`whatever people do to each other, their groups and channels, everybody's state and events are the state (seed ${seed})`, async () => {
    const server = await startTestServer();
    const town = await beginTown(server, seed);
    const readers = await Promise.all(
      NAMES.flatMap((name) => [OLD, MODERN].map((args) => ({ name, args }))).map(
        async ({ name, args }): Promise<Reader> => ({ name, args, queue: await server.cast[name].register(args) }),
      ),
    );
    for (let step = 0; step < STEPS; step += 1) {
      await doSomething(town);
      for (const reader of readers) if (town.dice.chance(LOOKS)) await look(town, reader);
    }
    for (const reader of readers) await look(town, reader);
    await server.stop();
  });
}
