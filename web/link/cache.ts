import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Conversation } from "../state/conversation.ts";
import type { State } from "../state/state.ts";
import type { KeptChanges, KeptNarrow } from "./message-cache.ts";
import type { Outgoing } from "./protocol.ts";

/** What survives a reload, in IndexedDB. */
interface Schema extends DBSchema {
  snapshot: { key: "current"; value: Snapshot };
  narrows: { key: string; value: KeptNarrow };
  outbox: { key: string; value: Outgoing };
  drafts: { key: string; value: LocalDraft };
  /** That somebody has logged out of whom the server has not heard yet. */
  logout: { key: "pending"; value: true };
}

/** A state and its place in the queue, which belong together. */
export interface Snapshot {
  /** State is shaped by the code that made it: another build registers again. */
  readonly build: string;
  readonly state: State;
  readonly queueId: string;
  readonly lastEventId: number;
}

/** Something begun on this device. */
export interface LocalDraft {
  readonly key: string;
  /** Drafts of older builds do not have it. */
  readonly conversation?: Conversation;
  readonly content: string;
  readonly time: number;
  /** The same on the server, once it has been saved there. */
  readonly serverId?: number;
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

const database = (): Promise<IDBPDatabase<Schema>> =>
  (opened ??= openDB<Schema>("parley", 3, {
    upgrade(db, from) {
      if (from < 1) {
        db.createObjectStore("snapshot");
        db.createObjectStore("outbox", { keyPath: "localId" });
        db.createObjectStore("drafts", { keyPath: "key" });
      }
      if (from < 2) db.createObjectStore("narrows", { keyPath: "key" });
      db.createObjectStore("logout");
    },
    // A logout clears the site's data, and a newer build may want to change the stores.
    terminated: () => (opened = undefined),
    blocking: (_from, _to, event) => {
      opened = undefined;
      (event.target as IDBDatabase).close();
    },
  }));

/** Private windows of some browsers have no IndexedDB: then nothing is kept, and all else works. */
async function tried<Value>(work: (db: IDBPDatabase<Schema>) => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work(await database());
  } catch {
    return undefined;
  }
}

export const readSnapshot = (): Promise<Snapshot | undefined> => tried((db) => db.get("snapshot", "current"));
export const readNarrows = async (): Promise<readonly KeptNarrow[]> =>
  (await tried((db) => db.getAll("narrows"))) ?? [];

/** Stores the messages with the state, so that they have seen the same events. Returns whether it could. */
export const writeSnapshot = async (snapshot: Snapshot, changes: KeptChanges): Promise<boolean> =>
  (await tried(async (db) => {
    const writing = db.transaction(["snapshot", "narrows"], "readwrite");
    const narrows = writing.objectStore("narrows");
    await Promise.all([
      writing.objectStore("snapshot").put(snapshot, "current"),
      ...changes.put.map((one) => narrows.put(one)),
      ...changes.drop.map((key) => narrows.delete(key)),
      writing.done,
    ]);
    return true;
  })) ?? false;

/** Where the queue is gone, nobody can tell what has happened to the messages since. */
export const clearSnapshot = (): Promise<unknown> =>
  tried((db) => Promise.all([db.clear("snapshot"), db.clear("narrows")]));

export const readOutbox = async (): Promise<readonly Outgoing[]> => (await tried((db) => db.getAll("outbox"))) ?? [];
export const keepOutgoing = (outgoing: Outgoing): Promise<unknown> => tried((db) => db.put("outbox", outgoing));
export const dropOutgoing = (localId: string): Promise<unknown> => tried((db) => db.delete("outbox", localId));

export const readDrafts = async (): Promise<readonly LocalDraft[]> => (await tried((db) => db.getAll("drafts"))) ?? [];
export const keepDraft = (draft: LocalDraft): Promise<unknown> => tried((db) => db.put("drafts", draft));
export const dropDraft = (key: string): Promise<unknown> => tried((db) => db.delete("drafts", key));

/** For a logout: nothing of the user stays on the device. */
export const clearAll = (): Promise<unknown> => tried((db) => Promise.all(STORES.map((store) => db.clear(store))));
/** For a logout without a network: the server is told when it can be reached, before anything else. */
export const noteLogout = (): Promise<unknown> => tried((db) => db.put("logout", true, "pending"));
export const isLogoutPending = async (): Promise<boolean> =>
  (await tried((db) => db.get("logout", "pending"))) === true;
export const forgetLogout = (): Promise<unknown> => tried((db) => db.clear("logout"));

const STORES = ["snapshot", "narrows", "outbox", "drafts"] as const;
