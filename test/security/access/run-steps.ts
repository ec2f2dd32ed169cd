import { NAMES } from "../../harness/cast.ts";
import type { TestServer } from "../../harness/server.ts";
import type { Ledger } from "./ledger.ts";
import { createStage } from "./stage.ts";
import { perform, type Step } from "./steps.ts";
import {
  beginState,
  compareState,
  lookAgain,
  lookAround,
  lookAtEvents,
  READINGS,
  remember,
  startWatching,
  type Watcher,
} from "./watch.ts";

/** How often a queue is read again from its beginning. */
const AGAIN = 8;

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
  for (const watcher of watchers) remember(ledger, watcher);
  for (const step of steps) {
    await perform(stage, step);
    for (const watcher of watchers) await noticePresence(ledger, watcher);
    for (const watcher of watchers) remember(ledger, watcher);
    await Promise.all(watchers.map((watcher, index) => look(ledger, watcher, step.pick + index)));
    if (step.pick % AGAIN === 0)
      await readAgain(ledger, watchers, step.pick % (2 * AGAIN) === 0 ? server : await other());
  }
  for (const watcher of watchers) {
    for (const watched of watcher.queues) await lookAtEvents(ledger, watcher, watched);
    for (let reading = 0; reading < READINGS; reading += 1) await lookAround(ledger, watcher, reading, reading);
    await compareState(watcher);
  }
  await readAgain(ledger, watchers, await other());
}

/** The state of users who were deactivated is dropped: they register again. */
async function noticePresence({ people }: Ledger, watcher: Watcher): Promise<void> {
  const isActive = people.get(watcher.name)?.isActive === true;
  if (!isActive) watcher.kept = undefined;
  else if (watcher.kept === undefined) await beginState(watcher);
}

/** Some users read all their queues at once, some late, and everybody reads something else. */
async function look(ledger: Ledger, watcher: Watcher, pick: number): Promise<void> {
  const looked = watcher.queues.filter(({ queue }, index) =>
    queue === watcher.kept?.queue ? pick % 3 > 0 : (pick >> index) % 4 === 0,
  );
  for (const watched of looked) await lookAtEvents(ledger, watcher, watched);
  await lookAround(ledger, watcher, pick, pick);
}

async function readAgain(ledger: Ledger, watchers: readonly Watcher[], { cast }: TestServer): Promise<void> {
  // A process delivers by its own model; after a read its model contains everything before it.
  await cast.desdemona.call("GET /messages", { anchor: "newest", num_before: 1, num_after: 0 });
  for (const watcher of watchers) {
    if (ledger.people.get(watcher.name)?.isActive !== true) continue;
    for (const watched of watcher.queues) await lookAgain(ledger, watcher, watched, cast[watcher.name]);
  }
}
