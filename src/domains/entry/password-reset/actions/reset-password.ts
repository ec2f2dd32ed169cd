import { enqueueMail } from "../../../../engine/jobs/mail.ts";
import { userRecord } from "../../../../engine/model/lookup/record-lookup.ts";
import type { Model } from "../../../../engine/model/model.ts";
import type { User } from "../../../../engine/model/records.ts";
import type { Tx } from "../../../../engine/writer/tx.ts";
import { userOfReset } from "../../../people/login/password-reset-queries.ts";
import { regenerateKey } from "../../../people/users/actions/regenerate-key.ts";
import { storePassword } from "../../../people/users/queries.ts";
import { changedMail } from "../mails.ts";

/** Somebody whose password can be reset: a person whose account is in use. */
export function resettableUser(model: Model, id: number | undefined): User | undefined {
  const user = id === undefined ? undefined : userRecord(model, id);
  return user?.isActive === true && user.botType === null ? user : undefined;
}

/**
 * Gives the user of a link another password. Somebody who knew the old one may have fetched the API key with it, so that ends
 * as well: all programs log in anew. Nothing if the link is not valid; of several who use one at once, one succeeds.
 */
export async function resetPassword(tx: Tx, tokenHash: string, passwordHash: string): Promise<User | undefined> {
  const user = resettableUser(tx.model, await userOfReset(tx.sql, tx.realmId, tokenHash));
  if (user === undefined) return undefined;
  await storePassword(tx.sql, tx.realmId, user.id, passwordHash);
  await regenerateKey(tx, user);
  await enqueueMail(tx.sql, tx.realmId, changedMail({ organization: tx.model.realm.name, user }));
  return user;
}
