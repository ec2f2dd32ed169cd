import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { User } from "#engine/model/records.ts";
import { deleteEntries, readStoredEntries, storedSize, storeEntries } from "./queries.ts";

/** Counts the characters of all keys and values of one bot. */
export const STORAGE_LIMIT = 10_000_000;

/** Each bot has its own storage for the time between its runs; no other user can read it. */
export function checkHasStorage(actor: User): void {
  if (actor.botType === null) throw badRequest("Only bots have a storage.");
}

const length = (text: string): number => Array.from(text).length;

export async function putIntoStorage(tx: Tx, bot: User, storage: Readonly<Record<string, string>>): Promise<void> {
  const entries = Object.entries(storage);
  if (entries.length === 0) return;
  if (entries.flat().some((text) => text.includes("\0"))) throw badRequest("Invalid characters in storage.");
  const added = entries.reduce((sum, [key, value]) => sum + length(key) + length(value), 0);
  const kept = await storedSize(tx.sql, tx.realmId, bot.id, Object.keys(storage));
  if (kept + added > STORAGE_LIMIT) {
    throw badRequest(`Request exceeds the storage limit of ${STORAGE_LIMIT} characters.`);
  }
  await storeEntries(tx.sql, tx.realmId, bot.id, entries);
}

export async function readStorage(
  realm: RealmRuntime,
  bot: User,
  keys: readonly string[] | undefined,
): Promise<Record<string, string>> {
  const entries = new Map(await readStoredEntries(readPool(realm), realm.id, bot.id, storable(keys)));
  if (keys?.some((key) => !entries.has(key)) === true) throw badRequest("Key does not exist.");
  return Object.fromEntries(entries);
}

/** Removes all of the named keys, or none if one of them does not exist. */
export async function removeFromStorage(tx: Tx, bot: User, keys: readonly string[] | undefined): Promise<void> {
  const removed = await deleteEntries(tx.sql, tx.realmId, bot.id, storable(keys));
  if (keys !== undefined && removed.length < new Set(keys).size) throw badRequest("Key does not exist.");
}

/** PostgreSQL cannot store a NUL in a text, so no stored key has one. */
const storable = (keys: readonly string[] | undefined): readonly string[] | undefined =>
  keys?.filter((key) => !key.includes("\0"));
