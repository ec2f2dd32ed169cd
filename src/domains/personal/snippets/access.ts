import { ApiError } from "#platform/errors.ts";
import type { ReadSql } from "#engine/db/database.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { User } from "#engine/model/records.ts";
import { type Snippet, snippetById, snippetsOf } from "./queries.ts";

export const ownSnippets = (realm: RealmRuntime, user: User): Promise<Snippet[]> =>
  snippetsOf(readPool(realm), realm.id, user.id);

/** A snippet of the user's own; those of others are refused as missing. */
export async function ownSnippet(sql: ReadSql, realmId: number, user: User, id: number): Promise<Snippet> {
  const snippet = await snippetById(sql, realmId, user.id, id);
  if (snippet === undefined) throw new ApiError("BAD_REQUEST", "Saved snippet does not exist.", {}, 404);
  return snippet;
}
