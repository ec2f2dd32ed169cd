import { randomInt } from "node:crypto";
import type { AuditAction } from "#engine/log/audit-actions.ts";
import type { AuditData } from "#engine/log/audit-events.ts";
import type { Audience, LogEntry } from "#engine/log/entry.ts";
import { type Emittable, type FieldsOf, loggedEvent } from "#engine/log/event-kinds.ts";
import type { Tail } from "#engine/log/tail.ts";
import { withBefore } from "#engine/model/access/before.ts";
import type { Change } from "#engine/model/changes.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { WriterConnection, TxSql } from "#engine/db/database.ts";
import type { RowStore } from "#engine/db/batch-insert.ts";
import { encoded, noParameters } from "#engine/db/client/values/parameters.ts";
import type { AttachedState } from "#platform/collections/attached-state.ts";

/**
 * What an action may use: the exact model, the connection inside the group's transaction, and ways to gather rows,
 * changes and events. Rows and log entries are written when the group ends, after every row lock was taken. An action
 * that fails leaves nothing of all this. `Recorded` is what it may record in the audit log.
 */
export interface Tx<Recorded extends AuditAction = never> {
  readonly realmId: number;
  readonly model: Model;
  /** The group's time, by the database's clock. */
  readonly now: Date;
  /** State of the action: see `perAction`. */
  readonly state: AttachedState;
  /** Statements run inside this action's savepoint, which the first of them opens. */
  readonly sql: TxSql;
  lastMessageId(): number;
  /** The log entries after a position, up to this action's own; undefined when memory does not reach back that far. */
  since(position: number): readonly LogEntry[] | undefined;
  nextMessageId(): number;
  /** The next ID of a user, group, channel or conversation. */
  nextId(): number;
  store<Row>(store: RowStore<Row>, row: Row): void;
  /** Changes the model once the group is committed. The action that does so is the last of its group. */
  change(change: Change): void;
  /** Emits an event to an audience. The compiler checks the fields against the kind. */
  emit<const Kind extends Emittable>(kind: Kind, fields: FieldsOf<Kind>, audience: Audience): void;
  /**
   * Records what administrators may look up later, in the transaction of the action: what it was done to, and details. The
   * compiler checks that the declaration names the action (see runtime/recording.ts).
   */
  readonly audit: (action: Recorded, target: number | string, details?: AuditDetails) => void;
}

/** What is recorded, and by whom something was done if that is not the user whose write it is. */
export interface AuditDetails extends AuditData {
  readonly by?: User;
}

export interface LogHead {
  position: number;
  lastMessageId: number;
  lastId: number;
  /** The number of the group that has left it so. */
  readonly lastCommit: number;
  readonly now: Date;
}

/** Thrown where an action asks for what it cannot have before the lock: see optimistic-commit.ts. */
export class NeedsLock extends Error {}

/** What a group has gathered so far. */
export interface Group {
  /** The head that it is decided by. */
  readonly expected: Readonly<LogHead>;
  /** The head as it will leave it: see `headAfter`. */
  readonly head: LogHead;
  readonly rows: Map<RowStore<unknown>, unknown[]>;
  readonly entries: LogEntry[];
  /** Statements in flight, which the commit waits for. */
  readonly sent: Promise<unknown>[];
  /** Why the first of them failed. Everything after it in the transaction fails with less specific errors. */
  failure?: unknown;
}

const GROUP_NUMBERS = 2 ** 48 - 1;

export const emptyGroup = (head: LogHead): Group => ({
  expected: head,
  head: { ...head, lastCommit: randomInt(GROUP_NUMBERS) },
  rows: new Map(),
  entries: [],
  sent: [],
});

/** The head that a group leaves: the one that it was decided by, if it has moved nothing, such as one of refusals alone. */
export function headAfter({ expected, head }: Group): Readonly<LogHead> {
  const hasMoved =
    head.position > expected.position || head.lastMessageId > expected.lastMessageId || head.lastId > expected.lastId;
  return hasMoved ? head : expected;
}

/** Sends a statement that the commit waits for. */
export function sendInGroup(group: Group, statement: Promise<unknown>): void {
  // The rejection is handled when the group commits, which is later than the failure.
  statement.catch((error: unknown) => (group.failure ??= error));
  group.sent.push(statement);
}

export function flushRows(connection: WriterConnection, realmId: number, group: Group): void {
  for (const [store, list] of group.rows) {
    if (list.length > 0) sendRows(connection, realmId, group, store, list.splice(0));
  }
}

export function sendRows<Row>(
  connection: WriterConnection,
  realmId: number,
  group: Group,
  store: RowStore<Row>,
  rows: readonly Row[],
): void {
  try {
    const parameters = noParameters();
    const insertion = store.insertion(parameters, realmId, rows);
    sendInGroup(group, connection.unsafe(insertion, encoded(parameters), { prepare: true }).execute());
  } catch (error) {
    // They may be rows of an earlier action, which must not be committed without them.
    group.failure ??= error;
    throw error;
  }
}

export interface ActionScope {
  readonly tx: Tx;
  /** Whether the action changes the model. */
  changedModel(): boolean;
  /** Undoes what the action gathered and wrote. */
  undo(): Promise<void>;
}

/**
 * The group as one action sees it, with a way to undo everything that this action did. Without a connection the action
 * may only store rows. While the group before is in flight, it may not change the model either: actions that do so read
 * the position of the model.
 */
export function openScope(
  connection: WriterConnection | undefined,
  { model, after }: Pick<Tail, "model" | "after">,
  group: Group,
  before?: Group,
): ActionScope {
  const { head, rows, entries } = group;
  const headBefore = { position: head.position, lastMessageId: head.lastMessageId, lastId: head.lastId };
  const entriesBefore = entries.length;
  const stored: unknown[][] = [];
  let savepoint = false;
  let changed = false;

  const tx: Tx = {
    realmId: model.realm.id,
    model,
    now: head.now,
    state: new Map(),
    get sql() {
      if (connection === undefined) throw new NeedsLock("decided before the lock");
      if (!savepoint) {
        savepoint = true;
        // Statements must see the rows of earlier actions, so those are flushed first; the action's own rows must come
        // after the savepoint.
        const own = stored.toReversed().map((list) => [list, list.pop()] as const);
        flushRows(connection, model.realm.id, group);
        sendInGroup(group, connection`savepoint action`.execute());
        for (const [list, row] of own.reverse()) list.push(row);
      }
      return connection;
    },
    lastMessageId: () => head.lastMessageId,
    since(position) {
      const taken = after(position);
      if (taken === undefined) return undefined;
      const inFlight = before?.entries.filter((entry) => entry.position > model.position) ?? [];
      return [...taken, ...inFlight, ...entries.slice(0, entriesBefore)];
    },
    nextMessageId: () => (head.lastMessageId += 1),
    nextId: () => (head.lastId += 1),
    store(store, row) {
      let list = rows.get(store);
      if (list === undefined) rows.set(store, (list = []));
      list.push(row);
      stored.push(list);
    },
    change(change) {
      if (before !== undefined) throw new NeedsLock("decided before the group in flight is committed");
      changed = true;
      entries.push({ position: (head.position += 1), change: withBefore(model, change) });
    },
    emit(kind, fields, audience) {
      entries.push({ position: (head.position += 1), event: loggedEvent(kind, fields), audience });
    },
    audit: () => {
      throw new Error("a write has not declared what it records");
    },
  };

  return {
    tx,
    changedModel: () => changed,
    async undo() {
      Object.assign(head, headBefore);
      entries.length = entriesBefore;
      for (const list of stored) list.pop();
      changed = false;
      if (!savepoint) return;
      // A statement of the group has failed, and the savepoint of this action was not set: the rollback would go to that
      // of an earlier action, and the group would be committed without what came after it.
      if (group.failure !== undefined) throw group.failure;
      await (connection as WriterConnection)`rollback to savepoint action`;
    },
  };
}
