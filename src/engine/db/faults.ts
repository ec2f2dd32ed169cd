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
  note(component: string, reason: string): void;
  /** Notes that the database refused a write of an organization. */
  noteWrite(component: string, error: unknown): void;
  /** Notes that the database refused something else. */
  noteRequest(error: unknown): void;
  /** Notes that the component works again. */
  clear(component: string): void;
  /** Notes that a write of an organization was committed, so the database refuses nothing any more. */
  noteCommit(component: string): void;
  /** What does not work at this time, as sentences. */
  current(): string[];
}

export function createFaults(clock: Pick<Clock, "monotonic">): Faults {
  const faults = new Map<string, { readonly reason: string; readonly at: number }>();
  const faultsOf: Faults = {
    note(component, reason) {
      faults.set(component, { reason, at: clock.monotonic() });
    },
    noteWrite(component, error) {
      const reason = isConnectionError(error) ? undefined : unavailability(error);
      if (reason !== undefined) faultsOf.note(component, reason);
    },
    noteRequest(error) {
      if (!isOfStatement(error)) faultsOf.noteWrite(REQUESTS, error);
    },
    clear(component) {
      if (faults.size > 0) faults.delete(component);
    },
    noteCommit(component) {
      faultsOf.clear(component);
      faultsOf.clear(REQUESTS);
    },
    current() {
      const oldest = clock.monotonic() - RECENT_MS;
      for (const [component, { at }] of faults) if (at < oldest) faults.delete(component);
      return [...faults].map(([component, { reason }]) => `${component}: ${reason}`);
    },
  };
  return faultsOf;
}
