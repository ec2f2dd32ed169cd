import { enqueueMail } from "#engine/jobs/mail.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { readPassword } from "#domains/records/users/queries.ts";
import { ApiError, badRequest } from "#platform/errors.ts";
import { type SessionInput, startSession } from "../sessions/actions.ts";
import { type KnownPasskey, MAX_PASSKEYS, type OwnPasskey } from "./access.ts";
import { hashOfChallenge } from "./challenge.ts";
import { passkeyMail } from "./mails.ts";
import { deletePasskey, insertPasskey, notePasskeyUse, readPasskeys, renamePasskey, takeChallenge } from "./queries.ts";
import type { CreatedCredential, ShownCredential } from "./verify.ts";

const USED = "This passkey was asked for too long ago, or used already. Try again.";
export const notAccepted = (): ApiError =>
  new ApiError("AUTHENTICATION_FAILED", "This passkey is not accepted here. Log in another way.");

interface AddedPasskey {
  readonly credential: CreatedCredential;
  readonly userHandle: string;
  readonly rpId: string;
  readonly name: string;
  readonly sendsMail: boolean;
}

export async function addPasskey(
  tx: Tx<"passkey.created">,
  user: User,
  { credential, userHandle, rpId, name, sendsMail }: AddedPasskey,
): Promise<number> {
  if ((await readPasskeys(tx.sql, tx.realmId, user.id)).length >= MAX_PASSKEYS)
    throw badRequest(`There may be ${MAX_PASSKEYS} passkeys at most.`);
  if (!(await takeChallenge(tx.sql, tx.realmId, hashOfChallenge(credential.challenge)))) throw badRequest(USED);
  const { credentialId, publicKey, counter } = credential;
  const id = tx.nextId();
  const passkey = { id, userId: user.id, credentialId, publicKey, userHandle, rpId, counter, name };
  if (!(await insertPasskey(tx.sql, tx.realmId, passkey, tx.now))) throw badRequest("This passkey is known already.");
  tx.audit("passkey.created", id, { new: { user_id: user.id, name } });
  if (sendsMail) await enqueueMail(tx.sql, tx.realmId, passkeyMail(tx.model.realm.name, user, name, "created"));
  return id;
}

export async function changePasskey(tx: Tx<"passkey.changed">, passkey: OwnPasskey, name: string): Promise<void> {
  tx.audit("passkey.changed", passkey.id, { old: passkey.name, new: name });
  await renamePasskey(tx.sql, tx.realmId, passkey.id, name);
}

/** Who has no password keeps one passkey: otherwise nothing would let them in. */
export async function removePasskey(
  tx: Tx<"passkey.deleted">,
  user: User,
  passkey: OwnPasskey,
  sendsMail: boolean,
): Promise<void> {
  const isLast = (await readPasskeys(tx.sql, tx.realmId, user.id)).length === 1;
  if (isLast && (await readPassword(tx.sql, tx.realmId, user.id)) === undefined)
    throw badRequest("This is your only way to log in. Create another one first.");
  tx.audit("passkey.deleted", passkey.id, { user_id: user.id, old: passkey.name });
  await deletePasskey(tx.sql, tx.realmId, passkey.id);
  if (sendsMail) await enqueueMail(tx.sql, tx.realmId, passkeyMail(tx.model.realm.name, user, passkey.name, "deleted"));
}

/** Begins a session by a passkey, whose challenge and counter are used up in the same transaction. */
export async function startSessionByPasskey(
  tx: Tx<"login.succeeded">,
  passkey: KnownPasskey,
  shown: ShownCredential,
  input: SessionInput,
): Promise<void> {
  const user = userRecord(tx.model, passkey.userId);
  if (user?.isActive !== true) throw notAccepted();
  if (!(await takeChallenge(tx.sql, tx.realmId, hashOfChallenge(shown.challenge)))) throw notAccepted();
  if (!(await notePasskeyUse(tx.sql, tx.realmId, { id: passkey.id, counter: shown.counter, now: tx.now })))
    throw notAccepted();
  tx.audit("login.succeeded", user.id, { by: user, by_passkey: passkey.id });
  await startSession(tx, user, input);
}
