import { ApiError, badRequest } from "#platform/errors.ts";
import type { TxSql } from "#engine/db/database.ts";
import { isAdministrator } from "#engine/model/access/membership.ts";
import type { User } from "#engine/model/records.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Administrator } from "#domains/records/organization/access.ts";
import { type Export, readExport, readExports } from "./queries.ts";

declare const deletable: unique symbol;
/** An export whose bytes may be removed, or which may be cancelled. */
export type DeletableExport = Export & { readonly [deletable]: true };

declare const downloadable: unique symbol;
export type DownloadableExport = Export & { readonly [downloadable]: true };

export const listedExports = (realm: RealmRuntime, _actor: User): Promise<Export[]> =>
  readExports(readPool(realm), realm.id);

export async function deletableExport(
  sql: TxSql,
  realmId: number,
  _actor: Administrator,
  id: number,
): Promise<DeletableExport> {
  const found = await readExport(sql, realmId, id);
  if (found === undefined) throw badRequest("Invalid data export ID");
  if (found.status === "deleted") throw badRequest("Export already deleted");
  if (found.status === "failed") throw badRequest("Export failed, nothing to delete");
  return found as DeletableExport;
}

/** Only administrators may download, checked at each request: knowing the address is not enough. */
export async function downloadableExport(realm: RealmRuntime, reader: User, id: number): Promise<DownloadableExport> {
  if (!isAdministrator(reader) || reader.botType !== null) {
    throw new ApiError("UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator");
  }
  const found = Number.isSafeInteger(id) ? await readExport(readPool(realm), realm.id, id) : undefined;
  if (found?.status !== "done") throw new ApiError("BAD_REQUEST", "There is no such export", {}, 404);
  return found as DownloadableExport;
}
