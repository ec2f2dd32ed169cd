import type { User } from "#engine/model/records.ts";
import type { KnownSession } from "../browser/session.ts";

/** Who sends a request, and by what they have shown it. */
export interface Caller {
  readonly user: User;
  /** Absent for callers by a key. */
  readonly session: KnownSession | undefined;
}

export const callerByKey = (user: User): Caller => ({ user, session: undefined });
