import { ApiError, unavailable } from "#platform/errors.ts";
import { isLockTimeout, isWorthTryingAlone, unavailability } from "#engine/db/failure.ts";
import type { StalledWriters } from "#engine/db/stalled.ts";
import type { QueuedAction } from "./action-queue.ts";

/** Thrown where the group may have been committed, and the connection was lost before the database said so. */
export class UnknownOutcome extends Error {}

const unknownOutcome = () =>
  new ApiError("UNKNOWN_OUTCOME", "The database connection was lost; the request may or may not have taken effect.");

/** The error for the caller where the database is unavailable; any other error is passed on as it is. */
export function refusalFor(error: unknown): unknown {
  const reason = unavailability(error);
  return reason === undefined ? error : unavailable(`${reason}; nothing was changed.`);
}

/** Which actions of a group that has failed are to be run again. The others are refused. */
export async function actionsToRepeat(
  stalled: StalledWriters,
  error: unknown,
  actions: readonly QueuedAction[],
): Promise<readonly QueuedAction[]> {
  const refuse = (refusal: unknown) => {
    for (const { reject } of actions) reject(refusal);
    return [];
  };
  if (error instanceof UnknownOutcome) return refuse(unknownOutcome());
  if (isLockTimeout(error) && (await stalled.end())) return actions;
  // Which action was the cause shows when each runs alone.
  if (actions.length > 1 && isWorthTryingAlone(error)) return actions.map((action) => ({ ...action, isAlone: true }));
  return refuse(refusalFor(error));
}
