import type { ReadSql, ReadPool } from "#engine/db/database.ts";
import { withDeadline } from "#engine/db/deadline.ts";
import type { Logger } from "#platform/logger.ts";
import { advance, replaceModel } from "#engine/model/advance.ts";
import type { Model } from "#engine/model/model.ts";
import type { Whereabouts } from "#engine/model/access/permissions.ts";
import { type AccessHistory, emptyHistory, noteAccess } from "#engine/model/access/history.ts";
import { eventIdAt, type LogEntry, ROOM } from "./entry.ts";
import type { EventKind } from "./event-kinds.ts";
import { noteText, type TextChange, type TextChanges } from "./message-text.ts";
import { type Moved, noteMoves } from "./moved.ts";
import { readHead } from "#engine/db/head.ts";
import { readEntries } from "./read.ts";
import { createReload } from "./reload.ts";

const REMEMBERED = 4096;
const PAGE = 1000;

/**
 * The end of an organization's log in this process: its newest entries, and the model that results from them. Only the
 * tail advances the model (engine/model/advance.ts).
 *
 * Invariants: entries are applied in order, none twice and none left out, so the model is always exactly at `position`.
 * An applied entry reaches the listener before a caller that waited for its position continues. When an entry cannot be
 * applied, the model stays before it, and callers that wait for its position wait until the organization has been
 * loaded again. So they do when the database has lost entries that the model contains.
 */
export interface Tail {
  readonly model: Model;
  /** Applies what this process has just committed. */
  accept(entries: readonly LogEntry[]): void;
  /**
   * Reads and applies what other processes have committed, up to the given position or, without one, up to the head. A
   * caller that must not wait for a connection of the pool passes its own.
   */
  catchUp(position?: number, connection?: ReadSql): Promise<void>;
  /**
   * Notes a head that was read after the model had reached a position. A log that ends before that has lost entries: the
   * database has failed over to a standby that did not have them, or was restored.
   */
  noteHead(head: number, reached: number): void;
  /** Whether the model has failed to follow the log: nobody may be served from it until it has been loaded again. */
  readonly isReloading: boolean;
  /** Waits until the model can be trusted, and rejects when that may take long. */
  reloaded(): Promise<void>;
  /** The entries after a position, or undefined when memory does not reach back that far. */
  after(position: number): readonly LogEntry[] | undefined;
  /** Whether memory holds all entries after a position. */
  reaches(position: number): boolean;
  /** Where the messages are now that moved to other channels, as far back as memory reaches. */
  readonly moved: Moved;
  /** The access changes, as far back. */
  readonly access: AccessHistory;
  /** The messages that were deleted or got another text, as far back. */
  readonly texts: TextChanges;
  /** An ID for an event that is not in the log: after everything in the log so far, before whatever comes. */
  ephemeralId(): number;
  /** The newest ID so far, in the log or not. */
  newestId(): number;
}

export interface TailOptions {
  readonly sql: ReadPool;
  readonly model: Model;
  readonly log: Logger;
  readonly kindOf: (entry: LogEntry) => EventKind | undefined;
  readonly onEntries: (entries: readonly LogEntry[]) => void;
  /** Called when the IDs between two positions run out: something must advance the log. */
  readonly onRoomSpent: () => void;
  /** Loads the organization from the database. */
  readonly load: () => Promise<Model>;
  /** Called when the model has stopped following the log, and when it follows again from a newer position. */
  readonly onReload: (isServed: boolean) => void;
}

export function createTail(options: TailOptions): Tail {
  const { sql, model, log, kindOf, onEntries, onRoomSpent, load, onReload } = options;
  let recent: LogEntry[] = [];
  let moved = new Map<number, Whereabouts>();
  let access = emptyHistory();
  let texts = new Map<number, TextChange>();
  let reading: Promise<void> | undefined;
  /** The newest position that a caller waits for: one read serves all that came while another was under way. */
  let wanted = 0;
  let ephemeral = 0;

  const reload = createReload({
    log,
    realmId: model.realm.id,
    async load() {
      replaceModel(model, await load());
      // Memory is empty, as in a process that has just started: late readers read the log from the database.
      remember([]);
      ephemeral = 0;
      wanted = 0;
    },
    onChange: onReload,
  });

  const take = (entries: readonly LogEntry[]) => {
    if (reload.isRunning) return;
    const fresh = entries.filter(({ position }) => position > model.position);
    if (fresh.length === 0) return;
    // Delivery judges each event by the model at its own position, so the entries before a change are delivered before
    // it is applied.
    let pending: LogEntry[] = [];
    for (const entry of fresh) {
      if (entry.position !== model.position + 1) {
        deliver(pending);
        return reload.begin(new Error(`the log jumps from ${model.position} to ${entry.position}`), entry.position);
      }
      if (entry.change !== undefined) {
        deliver(pending);
        pending = [];
      }
      try {
        advance(model, entry.position, entry.change);
      } catch (error) {
        return reload.begin(error, entry.position);
      }
      recent.push(entry);
      note(entry);
      pending.push(entry);
    }
    ephemeral = 0;
    deliver(pending);
    if (recent.length > 2 * REMEMBERED) remember(recent.slice(-REMEMBERED));
  };

  const note = (entry: LogEntry) => {
    noteMoves(moved, entry);
    noteText(texts, entry, kindOf(entry));
    if (entry.change !== undefined) noteAccess(access, entry.position, entry.change);
  };

  const remember = (entries: LogEntry[]) => {
    recent = entries;
    moved = new Map();
    access = emptyHistory();
    texts = new Map();
    for (const entry of recent) note(entry);
  };

  const reaches = (position: number): boolean =>
    position >= model.position || (recent[0]?.position ?? Infinity) <= position + 1;

  const deliver = (entries: readonly LogEntry[]) => {
    if (entries.length > 0) onEntries(entries);
  };

  const readOn = async (position?: number, connection: ReadSql = sql) => {
    const upTo = position ?? (await withDeadline(readHead(connection, model.realm.id)));
    while (model.position < upTo) {
      const entries = await withDeadline(
        readEntries(connection, model.realm.id, { after: model.position, upTo, limit: PAGE }),
      );
      // This process has not followed for so long that the log no longer holds the next entries.
      if (entries.length === 0) reload.begin(new Error(`the log ends before ${upTo}`), model.position);
      else take(entries);
      await reload.finished();
    }
  };

  return {
    model,
    accept: take,
    async catchUp(position, connection) {
      await reload.finished();
      if (connection !== undefined) return readOn(position, connection);
      if (position !== undefined) wanted = Math.max(wanted, position);
      while (position === undefined || model.position < position) {
        if (reading === undefined) {
          reading = readOn(position === undefined ? undefined : wanted).finally(() => (reading = undefined));
          return reading;
        }
        await reading;
      }
    },
    noteHead(head, reached) {
      if (head < reached) reload.begin(new Error(`the log ends at ${head}, and the model was at ${reached}`), head);
    },
    get isReloading() {
      return reload.isRunning;
    },
    reloaded: () => reload.finished(),
    after(position) {
      if (!reaches(position)) return undefined;
      return position >= model.position ? [] : recent.slice(position + 1 - (recent[0]?.position ?? 0));
    },
    reaches,
    get moved() {
      return moved;
    },
    get access() {
      return access;
    },
    get texts() {
      return texts;
    },
    newestId: () => eventIdAt(model.position) + ephemeral,
    ephemeralId() {
      if (ephemeral < ROOM - 1) ephemeral += 1;
      if (ephemeral > ROOM / 2) onRoomSpent();
      return eventIdAt(model.position) + ephemeral;
    },
  };
}
