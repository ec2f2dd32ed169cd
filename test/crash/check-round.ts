import { setTimeout as sleep } from "node:timers/promises";
import { ParleyError } from "#client/client.ts";
import { isTimeout } from "./callers.ts";
import { checkFlags, checkQueue, checkReducer } from "./check-readers.ts";
import { checkWrites } from "./check-writes.ts";
import type { Dice } from "./dice.ts";
import type { ServerGroup } from "./fleet.ts";
import type { NaiveModel } from "./naive-model.ts";
import { describe, type Operation, type OperationLog } from "./operations.ts";
import type { Person } from "./people.ts";
import type { Reader } from "./readers.ts";
import { type ClientState, stateNow } from "./registration.ts";
import type { ServerProcess } from "./server-process.ts";
import { nothingWaits, readStored } from "./stored.ts";

export interface RoundState {
  readonly fleet: ServerGroup;
  readonly log: OperationLog;
  readonly model: NaiveModel;
  readonly readers: readonly Reader[];
  readonly dice: Dice;
}

/** How long a server may need to recover from the last fault. */
const RECOVERY_MS = 60_000;
const MAX_VIOLATIONS = 20;

/** Checks everything that must hold while nothing is written. */
export async function checkRound({ fleet, log, model, readers, dice }: RoundState): Promise<string[]> {
  const fresh = log.takeNew();
  const people = [...new Set(readers.map(({ person }) => person))];
  const states = new Map<Person, ClientState>();
  try {
    // Each server must be up to date first, so that none of them returns older state below.
    for (const server of fleet.servers) await recovered(server, people[0] as Person);
  } catch (error) {
    return [`a server did not get over it: ${describe(error)}`];
  }
  if (!(await nothingWaits(fleet.sql()))) return ["what was left to time did not happen"];
  for (const person of people) states.set(person, await stateNow(dice.pick(fleet.servers), person));
  for (const reader of readers) await reader.drain(dice.pick(fleet.servers));
  const stored = await readStored(fleet.sql());
  return [
    ...fresh.flatMap(oddAnswer),
    ...stored.faults,
    ...checkWrites(log.all, fresh, stored, model),
    ...readers.flatMap((reader) => checkQueue(reader, model)),
    ...[...states].flatMap(([person, now]) => checkFlags(person.id, fresh, now, model)),
    ...readers.flatMap((reader) => checkReducer(reader, states.get(reader.person) as ClientState)),
  ].slice(0, MAX_VIOLATIONS);
}

async function recovered(server: ServerProcess, person: Person): Promise<void> {
  const deadline = performance.now() + RECOVERY_MS;
  for (;;) {
    try {
      await stateNow(server, person);
      return;
    } catch (error) {
      const isOver = error instanceof ParleyError && error.status !== 503;
      if (isOver || performance.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

/** A planted bug, and a scheduled time that had passed before a busy machine processed the call. */
const EXPECTED_REFUSALS = ["refused late", "must be in the future"];

/** A response that no rule allows, whatever is stored. */
function oddAnswer({ number, request, mustBeRefused, outcome, detail = "" }: Operation): string[] {
  const call = `call ${number} (${request.kind})`;
  if (mustBeRefused && outcome === "ok") return [`${call} was not refused`];
  if (isTimeout(detail)) return [`${call} was never answered`];
  if (detail.startsWith("500")) return [`${call} failed: ${detail}`];
  if (!mustBeRefused && detail.startsWith("4") && !EXPECTED_REFUSALS.some((reason) => detail.includes(reason)))
    return [`${call} was refused: ${detail}`];
  return [];
}
