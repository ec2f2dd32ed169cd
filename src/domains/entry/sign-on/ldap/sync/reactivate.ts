import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { ownAccount } from "#domains/people/lifecycle/access.ts";
import { reactivateUser } from "#domains/people/lifecycle/actions/deactivate-user.ts";
import { asProvider } from "../../proof/mappings.ts";
import { isMissed } from "../access.ts";
import type { LdapProvider } from "../ask.ts";
import { deactivatedOf } from "../queries.ts";

/**
 * Reactivates somebody whom a directory has again, if it was their absence there that has deactivated them: whom an
 * administrator has deactivated, no directory brings back.
 */
export async function reactivateReturned(
  realm: RealmRuntime<"user.reactivated">,
  { key: provider, slug }: LdapProvider,
  subject: string,
): Promise<void> {
  const identity = { provider, subject };
  if (!(await isMissed(realm, identity))) return;
  await realm.writeAsServer(async (tx) => {
    const id = await deactivatedOf(tx.sql, tx.realmId, identity);
    const user = id === undefined ? undefined : userRecord(tx.model, id);
    if (user === undefined || user.isActive) return;
    tx.audit("user.reactivated", user.id, { provider: slug });
    await reactivateUser(tx, asProvider(user), ownAccount(user));
  });
}
