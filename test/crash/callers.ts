import { connect } from "#client/client.ts";
import type { Dice } from "./dice.ts";
import type { ServerGroup } from "./fleet.ts";
import type { Person } from "./people.ts";
import type { ServerProcess } from "./server-process.ts";

/** Longer than any fault lasts: a call that takes more than this hangs. */
const TIMEOUT_MS = 60_000;

export interface CallOptions {
  readonly stop?: AbortSignal | undefined;
  /** Under which the call happens once, however often it is repeated. */
  readonly key?: string | undefined;
}

export function callAs(server: ServerProcess, person: Person, { stop, key }: CallOptions = {}) {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = stop === undefined ? timeout : AbortSignal.any([stop, timeout]);
  const headers = key === undefined ? {} : { "idempotency-key": key };
  return connect({ url: server.url, email: person.email, apiKey: person.apiKey, signal, headers });
}

/** Any server that is up; waits while none is. */
export async function anyServer(fleet: ServerGroup, dice: Dice, stop: AbortSignal): Promise<ServerProcess | undefined> {
  while (!stop.aborted) {
    const up = fleet.servers.filter(({ isUp }) => isUp);
    if (up.length > 0) return dice.pick(up);
    await new Promise((next) => setTimeout(next, 20));
  }
  return undefined;
}

export const isTimeout = (text: string | undefined): boolean => text?.includes("TimeoutError") === true;
