import { ApiError, unavailable } from "../../platform/errors.ts";
import type { Logger } from "../../platform/logger.ts";
import type { WriterPool } from "../db/database.ts";
import { withDeadline } from "../db/deadline.ts";
import { isLockTimeout, isWorthTryingAlone, unavailability } from "../db/failure.ts";
import { endStalledWriters } from "../db/stalled.ts";
import type { QueuedAction } from "./queued-actions.ts";

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
  { sql, log }: { readonly sql: WriterPool; readonly log: Logger },
  error: unknown,
  actions: readonly QueuedAction[],
): Promise<readonly QueuedAction[]> {
  const refuse = (refusal: unknown) => {
    for (const { reject } of actions) reject(refusal);
    return [];
  };
  if (error instanceof UnknownOutcome) return refuse(unknownOutcome());
  if (isLockTimeout(error) && (await hasEndedStalled(sql, log))) return actions;
  // Which action was the cause shows when each runs alone.
  if (actions.length > 1 && isWorthTryingAlone(error)) return actions.map((one) => ({ ...one, isAlone: true }));
  return refuse(refusalFor(error));
}

async function hasEndedStalled(sql: WriterPool, log: Logger): Promise<boolean> {
  try {
    const ended = await withDeadline(endStalledWriters(sql));
    if (ended > 0) log.warn({ ended }, "stalled writers terminated");
    return ended > 0;
  } catch (error) {
    log.warn({ err: error }, "search for stalled writers failed");
    return false;
  }
}
