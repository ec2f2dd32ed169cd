import type { Clock } from "#platform/clock.ts";
import { isConnectionError, isOfStatement, unavailability } from "./failure.ts";

/** How long a fault is reported if nothing has shown since that it is over. */
const RECENT_MS = 20_000;
const REQUESTS = "Requests";

/**
 * What the database refused recently, for health checks. Lost connections are not kept here: the health check opens one
 * itself.
 */
export interface Faults {
  /** Notes that something, such as an organization, does not work, and why. */
  note(place: string, reason: string): void;
  /** Notes that the database refused a write of an organization. */
  noteWrite(place: string, error: unknown): void;
  /** Notes that the database refused something else. */
  noteRequest(error: unknown): void;
  /** Notes that the place works again. */
  clear(place: string): void;
  /** Notes that a write of an organization was committed, so the database refuses nothing any more. */
  noteCommit(place: string): void;
  /** What does not work at this time, as sentences. */
  current(): string[];
}

export function createFaults(clock: Pick<Clock, "monotonic">): Faults {
  const faults = new Map<string, { readonly reason: string; readonly at: number }>();
  const faultsOf: Faults = {
    note(place, reason) {
      faults.set(place, { reason, at: clock.monotonic() });
    },
    noteWrite(place, error) {
      const reason = isConnectionError(error) ? undefined : unavailability(error);
      if (reason !== undefined) faultsOf.note(place, reason);
    },
    noteRequest(error) {
      if (!isOfStatement(error)) faultsOf.noteWrite(REQUESTS, error);
    },
    clear(place) {
      if (faults.size > 0) faults.delete(place);
    },
    noteCommit(place) {
      faultsOf.clear(place);
      faultsOf.clear(REQUESTS);
    },
    current() {
      const oldest = clock.monotonic() - RECENT_MS;
      for (const [place, { at }] of faults) if (at < oldest) faults.delete(place);
      return [...faults].map(([place, { reason }]) => `${place}: ${reason}`);
    },
  };
  return faultsOf;
}
