import { setImmediate as nextTurn } from "node:timers/promises";
import type { ReadPool } from "#engine/db/database.ts";
import type { LogEntry } from "#engine/log/entry.ts";
import type { Queue } from "#engine/log/queue.ts";
import { readEntries } from "#engine/log/read.ts";
import type { Tail } from "#engine/log/tail.ts";
import { type AccessHistory, noteAccess } from "#engine/model/access/history.ts";
import type { Delivery } from "./deliver.ts";
import type { LateReads, OldPage } from "./late-reads.ts";
import { readAccess, readMessageStates } from "./read-past.ts";
import type { Past } from "./visibility.ts";

const PAGE = 1000;

/** Reads the part of an organization's log that memory no longer holds. */
export interface ReadBack {
  /**
   * What a queue missed after a position, until something is found or memory begins, and the last position that was
   * looked at. Undefined if the log does not hold the next entry any more.
   */
  missed(queue: Queue, from: number): Promise<{ events: string[]; after: number } | undefined>;
  /** The organization was loaded again, because the database has lost entries of the log. */
  forget(): void;
}

export interface ReadBackOptions {
  readonly sql: ReadPool;
  readonly tail: Tail;
  readonly delivery: Delivery;
  readonly lateReads: LateReads;
  /** What of these entries the owner of a queue may still have. */
  readonly visible: (entries: readonly LogEntry[], queue: Queue, after: number, past: Past) => string[];
}

export function createReadBack({ sql, tail, delivery, lateReads, visible }: ReadBackOptions): ReadBack {
  const { model } = tail;
  const realmId = model.realm.id;
  /** Pages of a log that has lost entries are not asked for any more. */
  let loaded = 0;
  /** Access changes before those in memory, read from the log once and shared by all polls that need them. */
  let old: { readonly after: number; upTo: number; readonly access: AccessHistory } | undefined;

  const readOldAccess = async (after: number) => {
    const upTo = model.position;
    old = { after, upTo, access: await readAccess(sql, realmId, { after, upTo }) };
  };

  /** The access changes after a position, up to the model's own; undefined if they must be read from the log first. */
  const accessSince = (after: number): AccessHistory | undefined => {
    const since = old === undefined || old.after > after ? undefined : tail.after(old.upTo);
    if (old === undefined || since === undefined) return undefined;
    for (const { position, change } of since) if (change !== undefined) noteAccess(old.access, position, change);
    old.upTo = model.position;
    return old.access;
  };

  /** Whether a page is complete or memory continues it, and memory holds what has happened to its messages since. */
  const isGood = ({ upTo, position }: OldPage): boolean =>
    (upTo % PAGE === 0 || tail.reaches(upTo)) && (position === undefined || tail.reaches(position));

  const startOf = (position: number): number => position - (position % PAGE);

  const load = async (start: number): Promise<OldPage> => {
    const upTo = Math.min(start + PAGE, model.position);
    const entries = await readEntries(sql, realmId, { after: start, upTo, limit: PAGE });
    const states = await readMessageStates(sql, realmId, entries, delivery.kindOf);
    if (states.position !== undefined && model.position < states.position) await tail.catchUp(states.position);
    return { ...states, entries, upTo };
  };

  const pageAfter = (position: number): Promise<OldPage> => {
    const start = startOf(position);
    return lateReads.page(`${realmId} ${loaded} ${start}`, isGood, () => load(start));
  };

  /** The entries of a page after a position, judged at one moment of the model. */
  const visibleOf = async (queue: Queue, after: number): Promise<{ events: string[]; last: number } | undefined> => {
    for (;;) {
      const page = await pageAfter(after);
      const access = accessSince(after);
      if (access === undefined) await readOldAccess(startOf(after));
      else if (isGood(page)) {
        const { entries, moved, texts } = page;
        const next = entries.findIndex(({ position }) => position === after + 1);
        if (next < 0) return undefined;
        const textChange = (id: number) => tail.texts.get(id) ?? texts.get(id);
        const past = { access, moved: new Map([...moved, ...tail.moved]), textChange };
        return { events: visible(entries.slice(next), queue, after, past), last: page.upTo };
      }
    }
  };

  return {
    async missed(queue, from) {
      let after = from;
      while (!tail.reaches(after)) {
        const found = await visibleOf(queue, after);
        if (found === undefined) return undefined;
        after = found.last;
        if (found.events.length > 0) return { events: found.events, after };
        await nextTurn();
      }
      return { events: [], after };
    },
    forget() {
      loaded += 1;
      old = undefined;
    },
  };
}
