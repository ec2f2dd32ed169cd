import { isAdministrator } from "#engine/model/access/membership.ts";
import type { User } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { invitesChanged } from "./events.ts";
import { deleteInvitationsOf, deleteInvitationsTo } from "./queries.ts";

/** Tells those whose list of invitations is another now: administrators see all, others their own. */
export function emitInvitesChanged(tx: Tx, inviterIds: readonly number[]): void {
  const administrators = [...tx.model.users.values()].filter((user) => isAdministrator(user) && user.isActive);
  const ids = new Set([...administrators.map(({ id }) => id), ...inviterIds]);
  tx.emit(invitesChanged, {}, { to: "users", ids: [...ids] });
}

/** An address that has an account now needs no invitation any more. */
export async function endInvitationsTo(tx: Tx, email: string): Promise<void> {
  const ended = await deleteInvitationsTo(tx.sql, tx.realmId, email);
  if (ended.length > 0)
    emitInvitesChanged(
      tx,
      ended.map(({ inviterId }) => inviterId),
    );
}

/** Who may no longer come in themselves lets nobody else in. */
export async function endInvitationsOf(tx: Tx, inviter: User): Promise<void> {
  const ended = await deleteInvitationsOf(tx.sql, tx.realmId, inviter.id);
  if (ended.length > 0) emitInvitesChanged(tx, []);
}
