import { enqueueMail } from "#engine/jobs/mail.ts";
import type { User } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { userOfReset } from "#domains/people/login/password-reset-queries.ts";
import { regenerateKey } from "#domains/people/accounts/actions.ts";
import { storePassword } from "#domains/records/users/queries.ts";
import { resettableUser } from "./access.ts";
import { changedMail } from "./mails.ts";

/**
 * Gives the user of a link another password. Somebody who knew the old one may have fetched the API key with it, so that ends
 * as well: all programs log in anew. Nothing if the link is not valid; of several who use one at once, one succeeds.
 */
export async function resetPassword(
  tx: Tx<"user.password_changed" | "session.ended">,
  tokenHash: string,
  passwordHash: string,
): Promise<User | undefined> {
  const user = resettableUser(tx.model, await userOfReset(tx.sql, tx.realmId, tokenHash));
  if (user === undefined) return undefined;
  tx.audit("user.password_changed", user.id, { by: user, by_mail: true });
  await storePassword(tx.sql, tx.realmId, user.id, passwordHash);
  await regenerateKey(tx, user, { by: user });
  await enqueueMail(tx.sql, tx.realmId, changedMail({ organization: tx.model.realm.name, user }));
  return user;
}
