import { perOrganization } from "#engine/runtime/organization-state.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { BLOCK } from "./blocks.ts";

/**
 * How many messages are not in the search index yet. A search reads them, so that their number decides how long it
 * takes: beyond `SLOWED` each send waits for the indexer to get on, but not for long, whatever happens to the indexer.
 */
const SLOWED = 6000;
const MAX_WAIT_MS = 250;
/** With this many the job is woken, which otherwise looks every second. */
const WOKEN = 2 * BLOCK;

interface Backlog {
  newest: number;
  /** Messages with smaller IDs are in the index, or were written before this process looked at it. */
  until: number | undefined;
  /** The newest message when the job was woken last. */
  wokenAt: number;
  slowed: number;
  wake: () => void;
  readonly waiting: Set<() => void>;
}

const backlogOf = perOrganization("search backlog", (): Backlog => ({
  newest: 0,
  until: undefined,
  wokenAt: 0,
  slowed: 0,
  wake: () => {},
  waiting: new Set(),
}));

const sizeOf = ({ newest, until = newest }: Backlog): number => Math.max(0, newest + 1 - until);

/** Messages that are not in the index yet, as far as this process knows. */
export const backlogSize = (realm: RealmRuntime): number => sizeOf(backlogOf(realm));
/** Sends that had to wait for the indexer since the start. */
export const slowedSends = (realm: RealmRuntime): number => backlogOf(realm).slowed;

export function onBacklog(realm: RealmRuntime, wake: () => void): void {
  backlogOf(realm).wake = wake;
}

/**
 * The first figure of a process is not a backlog: an index that is built anew, after an upgrade, must not slow down
 * anybody.
 */
export function noteIndexed(realm: RealmRuntime, { until, newest }: { until: number; newest: number }): void {
  const backlog = backlogOf(realm);
  backlog.newest = Math.max(backlog.newest, newest);
  backlog.until = Math.max(until, backlog.until ?? newest - BLOCK);
  for (const go of backlog.waiting) go();
  backlog.waiting.clear();
}

export function noteSent(realm: RealmRuntime, messageId: number): void {
  const backlog = backlogOf(realm);
  if (messageId > backlog.newest) backlog.newest = messageId;
  if (sizeOf(backlog) < WOKEN || messageId < backlog.wokenAt + BLOCK) return;
  backlog.wokenAt = messageId;
  backlog.wake();
}

/** Lets a send wait while there is too much to index; undefined, as nearly always, if there is not. */
export function roomInBacklog(realm: RealmRuntime): Promise<void> | undefined {
  const backlog = backlogOf(realm);
  if (sizeOf(backlog) <= SLOWED) return undefined;
  backlog.slowed += 1;
  return new Promise((resolve) => {
    const late = setTimeout(() => go(), MAX_WAIT_MS);
    const go = () => {
      clearTimeout(late);
      backlog.waiting.delete(go);
      resolve();
    };
    backlog.waiting.add(go);
  });
}
