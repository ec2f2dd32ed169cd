import { setImmediate as nextTurn } from "node:timers/promises";
import { createBoundedMap } from "#platform/collections/bounded-map.ts";
import { unavailable } from "#platform/errors.ts";
import { createWorkPool, PoolFullError } from "#platform/work-pool.ts";
import type { LogEntry } from "#engine/log/entry.ts";
import type { MessageStates } from "./read-past.ts";

/**
 * The reads of a process for polls that are behind what memory holds. After an outage or an overload that is every
 * client at once: when each read its own pages of the log, 1,500 of them kept all connections busy for a minute, and
 * nobody could send. So few polls are worked on at a time while the others wait, and the pages are shared.
 */
export interface LateReads {
  /** Does the work when a place is free, or refuses it if too many wait. */
  whenFree<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The page with this key, if it is in memory and still good; otherwise it is loaded, once for all who want it. */
  page(key: string, isGood: (page: OldPage) => boolean, load: () => Promise<OldPage>): Promise<OldPage>;
}

/** A part of the log that memory no longer holds, and where its messages are now. */
export interface OldPage extends MessageStates {
  readonly entries: readonly LogEntry[];
  /** The last position that belongs to the page. */
  readonly upTo: number;
}

/** Each takes about a millisecond for a page, so the rest of the process hardly notices. */
const MAX_AT_ONCE = 4;
/** A poll at the end of the line waits for about ten seconds, less than any client does. */
const MAX_WAITING = 5000;
/** A page takes a few megabytes. */
const MAX_PAGES = 8;
const PAGES_KEPT_MS = 30_000;

export function createLateReads(): LateReads {
  const pool = createWorkPool({ running: MAX_AT_ONCE, waiting: MAX_WAITING });
  let pages = createBoundedMap<Promise<OldPage>>(MAX_PAGES);
  let forgetting: NodeJS.Timeout | undefined;

  const keep = (key: string, loading: Promise<OldPage>) => {
    pages.set(key, loading);
    loading.catch(() => pages.delete(key));
    forgetting ??= setTimeout(() => {
      forgetting = undefined;
      pages = createBoundedMap(MAX_PAGES);
    }, PAGES_KEPT_MS).unref();
  };

  return {
    async whenFree(work) {
      try {
        return await pool.run(async () => {
          // Pages in memory need no I/O, and everything else must get its turn between two of them.
          await nextTurn();
          return work();
        });
      } catch (error) {
        if (!(error instanceof PoolFullError)) throw error;
        throw unavailable("Too many clients read events that they have missed.");
      }
    },
    async page(key, isGood, load) {
      for (let known = pages.get(key); known !== undefined; known = pages.get(key)) {
        const page = await known;
        if (isGood(page)) return page;
        if (pages.get(key) === known) pages.delete(key);
      }
      const loading = load();
      keep(key, loading);
      return loading;
    },
  };
}
