/** When a user was last active and last connected, in UNIX seconds. A user who is active is also connected. */
export interface Sighting {
  readonly userId: number;
  readonly activeAt: number | null;
  readonly connectedAt: number;
}

/** A sighting with the number of the update that brought it. */
export interface Presence extends Sighting {
  readonly updateId: number;
  /** The cached JSON of the row. */
  text?: string;
}

export type Status = "active" | "idle";

/** Clients report every minute; a report within this time after the stored sighting is not stored. */
export const FRESH_SECONDS = 55;
/** Clients show a user as offline after this time. */
export const OFFLINE_SECONDS = 200;
const PING_SECONDS = 60;
/**
 * In large organizations the time is longer, so that only every second report of a user is stored and sent to all others.
 * A user who reports every minute still appears online: this time, a minute until the user's next report and a minute
 * until the others ask are together 200 seconds.
 */
export const FRESH_AMONG_MANY_SECONDS = OFFLINE_SECONDS - 2 * PING_SECONDS;
/** A user who was active less than this long ago is still shown as active, so that a new report needs no event. */
const STILL_ACTIVE_SECONDS = OFFLINE_SECONDS - PING_SECONDS - 10;
/** The age of the sighting that a user gets who has just become invisible. */
const INVISIBLE_SECONDS = OFFLINE_SECONDS + FRESH_SECONDS + 10;

export interface PresenceReport {
  /** The sighting to store; undefined if the stored one is fresh enough. */
  readonly sighting: Sighting | undefined;
  /** Whether others should get an event. */
  readonly isNews: boolean;
}

/** The result of a report at the time `now` after the last sighting. */
export function reported(
  before: Sighting | undefined,
  userId: number,
  status: Status,
  { now, freshSeconds }: { readonly now: number; readonly freshSeconds: number },
): PresenceReport {
  const isActive = status === "active";
  if (before === undefined) {
    return { sighting: { userId, activeAt: isActive ? now : null, connectedAt: now }, isNews: true };
  }
  const isStale = (time: number | null) => time === null || now - time > freshSeconds;
  const becomesActive = isActive && isStale(before.activeAt);
  if (!becomesActive && !isStale(before.connectedAt)) return { sighting: undefined, isNews: false };
  const isNews = becomesActive && (before.activeAt === null || now - before.activeAt > STILL_ACTIVE_SECONDS);
  return { sighting: { userId, activeAt: becomesActive ? now : before.activeAt, connectedAt: now }, isNews };
}

/** The sighting of a user who becomes invisible: older than others show; undefined if the last one is older already. */
export function hiddenSighting(before: Sighting | undefined, now: number): Sighting | undefined {
  const last = now - INVISIBLE_SECONDS;
  if (before === undefined || before.connectedAt <= last) return undefined;
  return {
    userId: before.userId,
    activeAt: before.activeAt === null ? null : Math.min(before.activeAt, last),
    connectedAt: last,
  };
}
