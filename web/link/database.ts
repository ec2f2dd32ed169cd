import type { Conversation } from "../state/conversation.ts";
import type { State } from "../state/state.ts";
import type { KeptNarrow } from "./kept-narrow.ts";
import type { Part } from "./snapshot-state.ts";
import type { Outgoing } from "./protocol.ts";

/** What survives a reload: the stores in IndexedDB, and the values in them. */
export interface Stores {
  snapshot: SnapshotHead | SnapshotPart;
  narrows: KeptNarrow;
  outbox: Outgoing;
  drafts: LocalDraft;
  /** That somebody has logged out of whom the server has not heard yet; and that somebody has chosen to stay logged in. */
  logout: true;
}

/** In the store `logout`. Who has not chosen it leaves nothing here. */
export const STAYS = "stays";

/** A state and its place in the queue, which belong together. */
export interface Snapshot {
  /** State is shaped by the code that made it: another build registers again. */
  readonly build: string;
  readonly state: State;
  readonly queueId: string;
  readonly lastEventId: number;
  /** Whether only those people were read whom a tab shows first. */
  readonly lacksPeople?: boolean;
}

/** Where a stored state is in the queue, and which parts it has. Each build has its own. */
export interface SnapshotHead {
  readonly build: string;
  readonly ownId: number;
  readonly queueId: string;
  readonly lastEventId: number;
  readonly parts: readonly string[];
}

export interface SnapshotPart extends Part {
  readonly build: string;
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

export type StoreName = keyof Stores;

/** A transaction over some of the stores. */
export interface Transaction<Names extends StoreName> {
  get<Name extends Names>(store: Name, key: string): Promise<Stores[Name] | undefined>;
  /** All of it, or what is between two keys. */
  getAll<Name extends Names>(store: Name, between?: readonly [string, string]): Promise<readonly Stores[Name][]>;
  /** Values of a store without names in them are put under a key. */
  put<Name extends Names>(store: Name, value: Stores[Name], key?: string): void;
  delete(store: Names, key: string): void;
  clear(store: Names): void;
}

let opened: Promise<IDBDatabase> | undefined;

const open = async (): Promise<IDBDatabase> => {
  const request = indexedDB.open("parley", 3);
  request.addEventListener("upgradeneeded", ({ oldVersion }) => createStores(request.result, oldVersion));
  const db = await answerTo(request);
  // A logout clears the site's data, and a newer build may want to change the stores.
  const forget = () => (opened = undefined);
  db.addEventListener("close", forget);
  db.addEventListener("versionchange", () => {
    forget();
    db.close();
  });
  return db;
};

function createStores(db: IDBDatabase, from: number): void {
  if (from < 1) {
    db.createObjectStore("snapshot");
    db.createObjectStore("outbox", { keyPath: "localId" });
    db.createObjectStore("drafts", { keyPath: "key" });
  }
  if (from < 2) db.createObjectStore("narrows", { keyPath: "key" });
  db.createObjectStore("logout");
}

const answerTo = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });

/** So long the database may take. One that has not answered is not waited for again until it does. */
const READ_MS = 2000;
const WRITE_MS = 20_000;
let isSilent = false;

async function inTime<Value>(work: Promise<Value>, longestMs: number): Promise<Value> {
  const gaveUp = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => {
      isSilent = true;
      gaveUp.reject(new DOMException("the database does not answer", "TimeoutError"));
    },
    isSilent ? 0 : longestMs,
  );
  // Also when it is too late for this one.
  const answered = work.then((value) => {
    isSilent = false;
    return value;
  });
  try {
    return await Promise.race([answered, gaveUp.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Reads from some of the stores at one moment. Private windows of some browsers have none: then nothing is kept. */
export async function read<Names extends StoreName, Value>(
  stores: readonly Names[],
  work: (transaction: Pick<Transaction<Names>, "get" | "getAll">) => Promise<Value>,
): Promise<Value | undefined> {
  try {
    const reading = async () => {
      const transaction = (await (opened ??= open())).transaction(stores);
      return work({
        get: (store, key) => answerTo(transaction.objectStore(store).get(key)),
        getAll: (store, between) =>
          answerTo(transaction.objectStore(store).getAll(between && IDBKeyRange.bound(...between, true, true))),
      });
    };
    return await inTime(reading(), READ_MS);
  } catch {
    return undefined;
  }
}

/** Stores something of a person, if they stay logged in on this device: that is looked at in the same transaction. */
export async function writeIfStaying<Names extends StoreName>(
  stores: readonly Names[],
  work: (transaction: Pick<Transaction<Names>, "put" | "delete" | "clear">) => void,
): Promise<boolean> {
  let stays = false;
  const isDone = await write<Names | "logout">([...stores, "logout"], (stored) => {
    void stored.get("logout", STAYS).then((found) => {
      stays = found === true;
      if (stays) work(stored);
    });
  });
  return isDone && stays;
}

/** Writes to some of the stores, all of it or nothing. Returns whether it could. */
export async function write<Names extends StoreName>(
  stores: readonly Names[],
  work: (transaction: Transaction<Names>) => void,
): Promise<boolean> {
  try {
    const writing = async () => {
      const transaction = (await (opened ??= open())).transaction(stores, "readwrite");
      const isDone = new Promise<boolean>((resolve) => {
        transaction.addEventListener("complete", () => resolve(true));
        transaction.addEventListener("abort", () => resolve(false));
      });
      work({
        get: (store, key) => answerTo(transaction.objectStore(store).get(key)),
        getAll: (store, between) =>
          answerTo(transaction.objectStore(store).getAll(between && IDBKeyRange.bound(...between, true, true))),
        put: (store, value, key) => transaction.objectStore(store).put(value, key),
        delete: (store, key) => transaction.objectStore(store).delete(key),
        clear: (store) => transaction.objectStore(store).clear(),
      });
      return isDone;
    };
    return await inTime(writing(), WRITE_MS);
  } catch {
    return false;
  }
}
