import { type Name, NAMES } from "../../harness/cast.ts";
import type { TestServer } from "../../harness/server.ts";
import type { Ledger } from "./ledger.ts";
import { createStage } from "./stage.ts";
import { perform, type Step } from "./steps.ts";
import {
  beginState,
  boundPlaces,
  compareState,
  lookAgain,
  lookAround,
  lookAtEvents,
  READINGS,
  remember,
  clientAt,
  startWatching,
  startWatchingWithin,
  type Watcher,
} from "./watch.ts";

/** How often a queue is read again from its beginning. */
const AGAIN = 8;

/** Somebody who reads, and what they may read: the owner and a member have keys for one channel, too. */
type Reader = readonly [ledger: Ledger, watcher: Watcher];
const KEY_HOLDERS: readonly Name[] = ["desdemona", "hamlet"];

/**
 * Performs steps, while everybody reads whatever they can, at once, late and again, and compares what they see with the
 * ledger. `other` is a second server on the same database; it may be another one each time.
 */
export async function runSteps(
  server: TestServer,
  steps: readonly Step[],
  other: () => Promise<TestServer>,
): Promise<void> {
  const stage = await createStage(server);
  const { ledger } = stage;
  const narrowedTo = ledger.places[0]?.name ?? "";
  const watchers = await Promise.all(
    NAMES.map((name) => startWatching(server.cast[name], ledger.people.get(name)?.role ?? 0, narrowedTo)),
  );
  const byKeys = await readersByKeys(server, ledger);
  const readers: readonly Reader[] = [...watchers.map((watcher) => [ledger, watcher] as const), ...byKeys];
  for (const reader of readers) remember(...reader);
  for (const step of steps) {
    await perform(stage, step);
    for (const watcher of watchers) await noticePresence(ledger, watcher);
    for (const reader of readers) remember(...reader);
    await Promise.all(readers.map((reader, index) => look(reader, step.pick + index)));
    if (step.pick % AGAIN === 0) await readAgain(readers, step.pick % (2 * AGAIN) === 0 ? server : await other());
  }
  for (const [may, watcher] of readers) {
    for (const watched of watcher.queues) await lookAtEvents(may, watcher, watched);
    for (let reading = 0; reading < READINGS; reading += 1) await lookAround(may, watcher, reading, reading);
    await compareState(watcher);
  }
  await readAgain(readers, await other());
}

async function readersByKeys(server: TestServer, ledger: Ledger): Promise<Reader[]> {
  const pairs = boundPlaces(ledger).flatMap((place) => KEY_HOLDERS.map((name) => [name, place] as const));
  return Promise.all(
    pairs.map(async ([name, place]): Promise<Reader> => {
      // What changes in the ledger changes here, too.
      const may = Object.create(ledger, { only: { value: new Set([place.id]) } }) as Ledger;
      return [may, await startWatchingWithin(server, name, place)];
    }),
  );
}

/** The state of users who were deactivated is dropped: they register again. */
async function noticePresence({ people }: Ledger, watcher: Watcher): Promise<void> {
  const isActive = people.get(watcher.name)?.isActive === true;
  if (!isActive) watcher.kept = undefined;
  else if (watcher.kept === undefined) await beginState(watcher);
}

/** Some users read all their queues at once, some late, and everybody reads something else. */
async function look([may, watcher]: Reader, pick: number): Promise<void> {
  const looked = watcher.queues.filter(({ queue }, index) =>
    queue === watcher.kept?.queue ? pick % 3 > 0 : (pick >> index) % 4 === 0,
  );
  for (const watched of looked) await lookAtEvents(may, watcher, watched);
  await lookAround(may, watcher, pick, pick);
}

async function readAgain(readers: readonly Reader[], server: TestServer): Promise<void> {
  // A process delivers by its own model; after a read its model contains everything before it.
  await server.cast.desdemona.call("GET /messages", { anchor: "newest", num_before: 1, num_after: 0 });
  for (const [may, watcher] of readers) {
    if (may.people.get(watcher.name)?.isActive !== true) continue;
    for (const watched of watcher.queues) await lookAgain(may, watcher, watched, clientAt(server, watcher));
  }
}
