/** When somebody was last there, in UNIX seconds. Being active is also being connected. */
export interface Sighting {
  readonly userId: number;
  readonly activeAt: number | null;
  readonly connectedAt: number;
}

/** A sighting with the number of the update that brought it. */
export interface Presence extends Sighting {
  readonly updateId: number;
  /** As an entry of an answer, once it was in one. */
  text?: string;
}

export type Status = "active" | "idle";

/** Clients report every minute; what is not older than this stays. */
export const FRESH_SECONDS = 55;
/** Clients show somebody as offline after this time. */
export const OFFLINE_SECONDS = 200;
const PING_SECONDS = 60;
/**
 * In large organizations it stays longer, so that every second report of somebody is stored and told to all others. Who
 * reports every minute is still seen in time: this, a minute until the next report and one until others ask for it.
 */
export const FRESH_AMONG_MANY_SECONDS = OFFLINE_SECONDS - 2 * PING_SECONDS;
/** Whoever was active less long ago is still shown as such, so that others need not be told. */
const STILL_ACTIVE_SECONDS = OFFLINE_SECONDS - PING_SECONDS - 10;
/** How far back somebody was seen who has just become invisible. */
const INVISIBLE_SECONDS = OFFLINE_SECONDS + FRESH_SECONDS + 10;

export interface Report {
  /** Nothing where nothing changes. */
  readonly sighting: Sighting | undefined;
  /** Whether others should hear of it at once. */
  readonly isNews: boolean;
}

/** What a report at a moment makes of the last sighting. */
export function reported(
  before: Sighting | undefined,
  userId: number,
  status: Status,
  { now, freshSeconds }: { readonly now: number; readonly freshSeconds: number },
): Report {
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

/** Somebody who becomes invisible was last seen a while ago; nothing where that is so already. */
export function vanished(before: Sighting | undefined, now: number): Sighting | undefined {
  const last = now - INVISIBLE_SECONDS;
  if (before === undefined || before.connectedAt <= last) return undefined;
  return {
    userId: before.userId,
    activeAt: before.activeAt === null ? null : Math.min(before.activeAt, last),
    connectedAt: last,
  };
}
