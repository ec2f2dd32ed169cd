import { type LocalDraft, read, type Snapshot, STAYS, type StoreName, write, writeIfStaying } from "./database.ts";
import type { KeptNarrow } from "./kept-narrow.ts";
import type { Outgoing } from "./protocol.ts";
import { prefixOf, readSnapshot, storesManyPeople } from "./read-snapshot.ts";

/** What there is on this device to show before the server has answered. */
export interface Kept {
  readonly kept?: { readonly snapshot: Snapshot; readonly narrows: readonly KeptNarrow[] };
  /** Whether somebody has logged out of whom the server has not heard yet. */
  readonly isLeft: boolean;
}

/** The link takes half a second to read very many people, and a tab that reads beside it would wait for that. */
const TAB_FIRST_MS = 300;

export const readKept = async (build: string, { isForTab = false } = {}): Promise<Kept> => {
  if (!isForTab && (await read(["snapshot"], (stored) => storesManyPeople(stored, build))) === true)
    await new Promise((resolve) => setTimeout(resolve, TAB_FIRST_MS));
  const found = await read(["snapshot", "narrows", "logout"], (stored) =>
    Promise.all([readSnapshot(stored, build, isForTab), stored.getAll("narrows"), stored.get("logout", "pending")]),
  );
  const [snapshot, all = [], isLeft = false] = found ?? [];
  const prefix = prefixOf(build);
  const narrows = all
    .filter(({ key }) => key.startsWith(prefix))
    .map((row) => ({ ...row, key: row.key.slice(prefix.length) }));
  return { isLeft, ...(snapshot !== undefined && { kept: { snapshot, narrows } }) };
};

/** Where the queue is gone, nobody can tell what has happened to the messages since. */
export const clearSnapshot = (): Promise<unknown> => clear("snapshot", "narrows");

export const readOutbox = async (): Promise<readonly Outgoing[]> =>
  (await read(["outbox"], (stored) => stored.getAll("outbox"))) ?? [];
export const keepOutgoing = (outgoing: Outgoing): Promise<unknown> =>
  writeIfStaying(["outbox"], (stored) => stored.put("outbox", outgoing));
export const dropOutgoing = (localId: string): Promise<unknown> =>
  write(["outbox"], (stored) => stored.delete("outbox", localId));

export const readDrafts = async (): Promise<readonly LocalDraft[]> =>
  (await read(["drafts"], (stored) => stored.getAll("drafts"))) ?? [];
export const keepDraft = (draft: LocalDraft): Promise<unknown> =>
  writeIfStaying(["drafts"], (stored) => stored.put("drafts", draft));
export const dropDraft = (key: string): Promise<unknown> => write(["drafts"], (stored) => stored.delete("drafts", key));

/** For a logout: nothing of the user stays on the device. */
export const clearAll = async (): Promise<unknown> =>
  Promise.all([noteStay(false), clear("snapshot", "narrows", "outbox", "drafts")]);
/** For a logout without a network: the server is told when it can be reached, before anything else. */
export const noteLogout = (): Promise<unknown> => write(["logout"], (stored) => stored.put("logout", true, "pending"));
export const forgetLogout = (): Promise<unknown> => write(["logout"], (stored) => stored.delete("logout", "pending"));

/** For a session that has begun or ended: nothing of anybody is stored until it is known what they have chosen. */
export const noteStay = (stays: boolean): Promise<unknown> =>
  write(["logout"], (stored) => {
    if (stays) stored.put("logout", true, STAYS);
    else stored.delete("logout", STAYS);
  });

const clear = (...stores: StoreName[]): Promise<unknown> =>
  write(stores, (stored) => {
    for (const store of stores) stored.clear(store);
  });
