import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import fc from "fast-check";
import { ParleyError } from "#client/client.ts";
import { IS_LONG, SEED } from "../../harness/chance.ts";
import { type ChannelOperation, operations } from "./channel-operations.ts";
import { type Verdict, verdicts } from "./oracle.ts";
import { describe, KINDS, MOMENTS, RELATIONS, ROLES, type Setting, SETTINGS, type Situation } from "./situation.ts";
import { createScene, createWorld, type Scene, type Target, type World } from "./world.ts";

/** What is random where kind and relation are fixed. */
const chance = fc.record({
  role: fc.constantFrom(...ROLES),
  isNamedDirectly: fc.boolean(),
  isOpenToPosts: fc.boolean(),
  wasIn: fc.boolean(),
  moment: fc.constantFrom(...MOMENTS),
});

/** In long runs every role in every situation, otherwise one at random. */
function situations(): Situation[] {
  const cells = KINDS.flatMap((kind) =>
    [false, true].flatMap((isArchived) => RELATIONS.map((relation) => ({ kind, isArchived, relation }))),
  );
  const all = IS_LONG ? cells.flatMap((cell) => ROLES.map((role) => ({ ...cell, role }))) : cells;
  const lots = fc.sample(chance, { seed: SEED, numRuns: all.length });
  return all.map(({ relation, ...fixed }, index) => {
    const { wasIn, ...lot } = lots[index] as (typeof lots)[number];
    const without = wasIn ? "was" : "never";
    const subscription =
      relation === "subscriber"
        ? "is"
        : relation === "ex-subscriber"
          ? "was"
          : relation === "stranger"
            ? "never"
            : without;
    const setting = SETTINGS.includes(relation as Setting) ? (relation as Setting) : undefined;
    return { ...lot, ...fixed, subscription, setting };
  });
}

const ABSENT_ID = 2_147_483_000;
const ABSENT_NAME = "no channel has this name";
const ABSENT_FILE = `/user_uploads/1/ab/${"x".repeat(24)}/words.txt`;
const absent: Target = {
  id: ABSENT_ID,
  name: ABSENT_NAME,
  messages: { before: ABSENT_ID, during: ABSENT_ID, after: ABSENT_ID, own: ABSENT_ID, away: ABSENT_ID },
  files: { before: ABSENT_FILE, during: ABSENT_FILE, after: ABSENT_FILE },
};

suite("who may do what in a channel", () => {
  let world: World;
  let scenes: Scene[];
  before(async () => {
    world = await createWorld();
    scenes = [];
    for (const some of chunks(situations(), 8)) {
      scenes.push(...(await Promise.all(some.map((situation) => createScene(world, situation)))));
    }
    await world.keeper.call("DELETE /users/{user_id}", { user_id: world.actors.deactivated.id });
  });

  for (const kind of KINDS) {
    test(`everybody may do in a ${kind} channel what the rules say, and refusals change nothing (seed ${SEED})`, async () => {
      for (const scene of scenes.filter(({ situation }) => situation.kind === kind)) await tryAll(world, scene);
    });
  }
});

const chunks = <Item>(list: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));

/** Tries everything that must be refused first: it changes nothing. */
async function tryAll(world: World, scene: Scene): Promise<void> {
  const expected = verdicts(scene.situation);
  assert.deepEqual(Object.keys(expected).sort(), operations.map(({ name }) => name).sort());
  const isAllowed = ({ name }: ChannelOperation) => expected[name] === "yes";
  const where = describe(scene.situation);
  const head = await position(world);
  await Promise.all(
    operations
      .filter((operation) => !isAllowed(operation))
      .map(async (operation) =>
        assert.equal(
          await verdictOf(world, scene, operation, expected[operation.name]),
          expected[operation.name],
          `${operation.name}: ${where}`,
        ),
      ),
  );
  assert.deepEqual(await writtenSince(world, head), [], `a refusal changed something: ${where}`);
  for (const operation of operations.filter(isAllowed)) {
    assert.equal(await verdictOf(world, scene, operation, "yes"), "yes", `${operation.name}: ${where}`);
    await operation.undo?.(scene, world);
  }
}

/** The end of the log: if it has not moved, nothing has changed. */
async function position({ server }: World): Promise<number> {
  const [head] = await server.database.sql<{ position: number }[]>`select position from realm_head`;
  return Number(head?.position);
}

/** The log after a position without direct messages: the owner of a bot gets one about what the bot tries in vain. */
async function writtenSince({ server }: World, position: number): Promise<unknown[]> {
  const entries = await server.database.sql`
    select change, event from event_log
    where position > ${position} and change ->> 'kind' is distinct from 'conversation_added'
      and coalesce(event -> 'stored' ->> 'isDirect', 'false') <> 'true'`;
  return [...entries];
}

async function verdictOf(
  world: World,
  scene: Scene,
  operation: ChannelOperation,
  expected: Verdict | undefined,
): Promise<string> {
  const mine = await attempt(world, scene, operation, scene);
  if (!(mine instanceof ParleyError)) return operation.isSeen?.(mine as never, scene) === false ? "absent" : "yes";
  assert.ok(mine.status < 500, mine.message);
  if (expected !== "absent") return expected === "no" ? "no" : mine.message;
  const theirs = await ofAbsent(world, scene, operation);
  assert.ok(theirs instanceof ParleyError, `${operation.name}, of what is not there`);
  return seen(mine, scene) === seen(theirs, absent) ? "absent" : `${seen(mine, scene)} and not ${seen(theirs, absent)}`;
}

const answers = new Map<string, Promise<unknown>>();

/** What a user of this role gets for what does not exist: always the same. */
function ofAbsent(world: World, scene: Scene, operation: ChannelOperation): Promise<unknown> {
  const key = `${scene.situation.role} ${operation.name}`;
  const answer = answers.get(key) ?? attempt(world, scene, operation, absent);
  answers.set(key, answer);
  return answer;
}

const attempt = (world: World, scene: Scene, operation: ChannelOperation, target: Target): Promise<unknown> =>
  operation.run(scene.actor.client, target, scene, world).catch((error: unknown) => error);

/** A refusal without the name that was asked for. */
function seen({ status, body }: ParleyError, { id, name, messages }: Target): string {
  const names = [name, ...[id, ...Object.values(messages)].map(String)];
  return `${status} ${names.reduce((text, secret) => text.replaceAll(secret, "…"), JSON.stringify(body))}`;
}
