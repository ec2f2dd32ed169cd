import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { State } from "../state/state.ts";
import type { Outgoing } from "./protocol.ts";

/** What survives a reload, in IndexedDB. */
interface Schema extends DBSchema {
  snapshot: { key: "current"; value: Snapshot };
  outbox: { key: string; value: Outgoing };
  drafts: { key: string; value: LocalDraft };
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
  readonly content: string;
  readonly time: number;
  /** The same on the server, once it has been saved there. */
  readonly serverId?: number;
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

const database = (): Promise<IDBPDatabase<Schema>> =>
  (opened ??= openDB<Schema>("parley", 1, {
    upgrade(db) {
      db.createObjectStore("snapshot");
      db.createObjectStore("outbox", { keyPath: "localId" });
      db.createObjectStore("drafts", { keyPath: "key" });
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
export const writeSnapshot = (snapshot: Snapshot): Promise<unknown> =>
  tried((db) => db.put("snapshot", snapshot, "current"));

export const readOutbox = async (): Promise<readonly Outgoing[]> => (await tried((db) => db.getAll("outbox"))) ?? [];
export const keepOutgoing = (outgoing: Outgoing): Promise<unknown> => tried((db) => db.put("outbox", outgoing));
export const dropOutgoing = (localId: string): Promise<unknown> => tried((db) => db.delete("outbox", localId));

export const readDrafts = async (): Promise<readonly LocalDraft[]> => (await tried((db) => db.getAll("drafts"))) ?? [];
export const keepDraft = (draft: LocalDraft): Promise<unknown> => tried((db) => db.put("drafts", draft));
export const dropDraft = (key: string): Promise<unknown> => tried((db) => db.delete("drafts", key));

/** For a logout: nothing of the user stays on the device. */
export const clearAll = (): Promise<unknown> =>
  tried((db) => Promise.all([db.clear("snapshot"), db.clear("outbox"), db.clear("drafts")]));
