import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { Keys } from "#platform/keys.ts";
import { badRequest } from "#platform/errors.ts";
import { openSecret } from "./codes.ts";
import { hasRecoveryCode, readTwoStep } from "./queries.ts";

declare const holder: unique symbol;
/** Somebody who changes how they log in themselves, or whom the operator has named: bots do not log in. */
export type TwoStepUser = User & { readonly [holder]: true };

/** The caller of an endpoint for people. */
export const ownTwoStep = (actor: User): TwoStepUser => actor as TwoStepUser;

/** Somebody whom the operator has named. */
export function namedByOperator(user: User): TwoStepUser {
  if (user.botType !== null) throw badRequest("Bots do not log in.");
  return user as TwoStepUser;
}

export const hasTwoStep = ({ twoStep }: Pick<Model, "twoStep">, { id }: Pick<User, "id">): boolean => twoStep.has(id);

export async function recoveryCodesLeft(realm: RealmRuntime, user: User): Promise<number> {
  return (await readTwoStep(readPool(realm), realm.id, user.id))?.recoveryCodesLeft ?? 0;
}

export const ownsRecoveryCode = (realm: RealmRuntime, user: User, hash: string): Promise<boolean> =>
  hasRecoveryCode(readPool(realm), realm.id, user.id, hash);

/** A secret, as it is stored and open; undefined if there is none, or it was sealed by another key of the server. */
interface OwnSecret {
  readonly sealed: string;
  readonly open: string;
}

/** What the user has begun, or logins ask for. */
export async function ownSecret(
  keys: Keys,
  realm: RealmRuntime,
  user: User,
  which: "begun" | "confirmed",
): Promise<OwnSecret | undefined> {
  const row = await readTwoStep(readPool(realm), realm.id, user.id);
  if (row === undefined || row.isConfirmed !== (which === "confirmed")) return undefined;
  const open = openSecret(keys, realm.id, user.id, row.secret);
  return open === undefined ? undefined : { sealed: row.secret, open };
}
