import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { isAdministrator } from "#engine/model/access/membership.ts";
import type { Administrator } from "#domains/records/organization/access.ts";
import type { DeletableExport } from "./access.ts";
import { exportsChanged } from "./events.ts";
import { presentExport } from "./present.ts";
import {
  countExports,
  insertExport,
  markDeleted,
  markDone,
  markExportFailed,
  type PendingExport,
  readExports,
} from "./queries.ts";

const MAX_A_WEEK = 10;

/** Puts an export in line. Exports are large: there is one at a time, and a few a week. */
export async function startExport(
  tx: Tx<"export.requested">,
  actor: Administrator,
  kind: number,
  url: string,
): Promise<number> {
  const known = await readExports(tx.sql, tx.realmId);
  if (known.some(({ status }) => status === "pending")) throw badRequest("An export is already in progress.");
  if ((await countExports(tx.sql, tx.realmId, 7)) >= MAX_A_WEEK) throw badRequest("Exceeded rate limit.");
  const id = tx.nextId();
  tx.audit("export.requested", id, { kind });
  await insertExport(tx.sql, tx.realmId, { id, actingUserId: actor.id, kind });
  await tell(tx, url);
  return id;
}

/** One that is pending is cancelled. The bytes are removed later, see cleanup.ts. */
export async function deleteExport(tx: Tx<"export.deleted">, deletable: DeletableExport, url: string): Promise<void> {
  tx.audit("export.deleted", deletable.id);
  await markDeleted(tx.sql, tx.realmId, deletable.id);
  await tell(tx, url);
}

export async function finishExport(tx: Tx, pending: PendingExport, size: number, url: string): Promise<void> {
  if (await markDone(tx.sql, tx.realmId, pending, size)) await tell(tx, url);
}

export async function failExport(tx: Tx, pending: PendingExport, url: string): Promise<void> {
  if (await markExportFailed(tx.sql, tx.realmId, pending)) await tell(tx, url);
}

async function tell(tx: Tx, url: string): Promise<void> {
  const administrators = [...tx.model.users.values()].filter(
    (user) => isAdministrator(user) && user.isActive && user.botType === null,
  );
  const exports = await readExports(tx.sql, tx.realmId);
  tx.emit(
    exportsChanged,
    { exports: exports.map((item) => presentExport(item, "", true)), url },
    { to: "users", ids: administrators.map(({ id }) => id) },
  );
}
