import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import { tries } from "../../harness/chance.ts";
import { NAMES } from "../../harness/cast.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import type { Ledger } from "./ledger.ts";
import { createStage } from "./stage.ts";
import { perform, type Step, step } from "./steps.ts";
import {
  beginState,
  compareState,
  hasSecret,
  lookAround,
  lookAtEvents,
  READINGS,
  remember,
  startWatching,
  type Watcher,
} from "./watch.ts";

/** Mostly for the search for the shortest way to a fault. */
const LONGEST_MS = 60_000;

let server: TestServer;
before(async () => {
  server = await startTestServer({
    flags: ["--web-public-channels", "on"],
    env: { PARLEY_LOG_LEVEL: "debug" },
  });
  await server.cast.desdemona.call("PATCH /realm", { enable_spectator_access: true });
});

test("CVE-2024-53867, CVE-2021-39164, CVE-2021-39163: nobody sees a word that they may not read, whatever is given and taken, and everybody's state is kept", async () => {
  const life = fc.array(step, { minLength: 1, maxLength: 40, size: "max" });
  await fc.assert(fc.asyncProperty(life, live), { ...tries(2, 50), interruptAfterTimeLimit: LONGEST_MS });
  assert.ok(!hasSecret(server.output()), "the log tells nothing");
});

async function live(steps: readonly Step[]): Promise<void> {
  const stage = await createStage(server);
  const { ledger } = stage;
  const narrowedTo = ledger.places[0]?.name ?? "";
  const watchers = await Promise.all(
    NAMES.map((name) => startWatching(server.cast[name], ledger.people.get(name)?.role ?? 0, narrowedTo)),
  );
  for (const watcher of watchers) remember(ledger, watcher);
  for (const one of steps) {
    await perform(stage, one);
    for (const watcher of watchers) await noticePresence(ledger, watcher);
    for (const watcher of watchers) remember(ledger, watcher);
    await Promise.all(watchers.map((watcher, index) => look(ledger, watcher, one.pick + index)));
  }
  for (const watcher of watchers) {
    for (const watched of watcher.queues) await lookAtEvents(ledger, watcher, watched);
    for (let reading = 0; reading < READINGS; reading += 1) await lookAround(ledger, watcher, reading, reading);
    await compareState(watcher);
  }
}

/** The state of those who were away is not kept for them: they begin anew. */
async function noticePresence({ people }: Ledger, watcher: Watcher): Promise<void> {
  const isActive = people.get(watcher.name)?.isActive === true;
  if (!isActive) watcher.kept = undefined;
  else if (watcher.kept === undefined) await beginState(watcher);
}

/** Some look at all their queues at once, some late, and everybody at something else. */
async function look(ledger: Ledger, watcher: Watcher, pick: number): Promise<void> {
  const looked = watcher.queues.filter(({ queue }, index) =>
    queue === watcher.kept?.queue ? pick % 3 > 0 : (pick >> index) % 4 === 0,
  );
  for (const watched of looked) await lookAtEvents(ledger, watcher, watched);
  await lookAround(ledger, watcher, pick, pick);
}
