import type { Tx } from "#engine/writer/tx.ts";
import type { Grantee } from "./access.ts";
import { storeUser } from "./queries.ts";

/** Rights that only the operator of the server gives, never a user of the organization. */
export const GRANTS = { can_create_users: "canCreateUsers", can_change_user_emails: "canChangeUserEmails" } as const;
export type Grant = keyof typeof GRANTS;

export async function setGrant(tx: Tx, user: Grantee, grant: Grant, isGranted: boolean): Promise<void> {
  const set = { [GRANTS[grant]]: isGranted };
  await storeUser(tx.sql, tx.realmId, { ...user, ...set });
  tx.change({ kind: "user_changed", id: user.id, set });
}
