import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { User } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { badRequest } from "#platform/errors.ts";
import { type PasskeyRow, readCredential, readPasskeys } from "./queries.ts";

export const MAX_PASSKEYS = 20;

declare const own: unique symbol;
/** A passkey of the actor. */
export type OwnPasskey = PasskeyRow & { readonly [own]: true };

export const passkeysOf = (realm: RealmRuntime, user: User): Promise<readonly PasskeyRow[]> =>
  readPasskeys(readPool(realm), realm.id, user.id);

/** Those of others do not exist. */
export async function ownPasskey(tx: Tx, user: User, id: number): Promise<OwnPasskey> {
  const found = (await readPasskeys(tx.sql, tx.realmId, user.id)).find((passkey) => passkey.id === id);
  if (found === undefined) throw badRequest("Passkey does not exist.");
  return found as OwnPasskey;
}

declare const known: unique symbol;
/** A passkey of this organization, which may let its user in. */
export type KnownPasskey = PasskeyRow & { readonly [known]: true };

/** Those of other organizations do not exist. */
export const passkeyByCredential = async (
  realm: RealmRuntime,
  credentialId: string,
): Promise<KnownPasskey | undefined> =>
  (await readCredential(readPool(realm), realm.id, credentialId)) as KnownPasskey | undefined;
