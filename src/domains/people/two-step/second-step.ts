import { type LoginSource, noteFailedLogin } from "#api/callers/failed-logins.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { User } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { ApiError } from "#platform/errors.ts";
import { hasTwoStep, ownsRecoveryCode, ownSecret } from "./access.ts";
import { tell } from "./actions.ts";
import { hashOfRecoveryCode, stepOf } from "./codes.ts";
import { takeRecoveryCode, takeStep } from "./queries.ts";

/** What somebody shows who has shown their password. */
export interface ShownCode {
  readonly code?: string | undefined;
  readonly recoveryCode?: string | undefined;
  readonly source: LoginSource;
}

/** What was right when it was compared, and is used up with what it is shown for. */
export type SecondStep = { readonly step: number } | { readonly recoveryHash: string };

export const twoStepRequired = (sentence: string): ApiError => new ApiError("TWO_STEP_REQUIRED", sentence);

const wrong = (): ApiError => new ApiError("AUTHENTICATION_FAILED", "This code is not right, or was used already.");

/** Compares what somebody shows as the second step of a login; undefined for users who have none. */
export async function checkSecondStep(
  site: Pick<Site, "secondSteps" | "keys" | "clock">,
  realm: RealmRuntime,
  user: User,
  shown: ShownCode,
): Promise<SecondStep | undefined> {
  if (!hasTwoStep(realm.model, user)) return undefined;
  if (shown.code === undefined && shown.recoveryCode === undefined)
    throw twoStepRequired("Enter the code that your authenticator app shows, or a recovery code.");
  const account = `${realm.id}:${user.id}`;
  // Nobody guesses 80 bits, so that recovery codes let somebody in whose codes of six digits others are guessing at.
  const limits = shown.recoveryCode === undefined ? site.secondSteps : undefined;
  limits?.begin(account);
  const found = await find(site, realm, user, shown);
  if (found === undefined) {
    noteFailedLogin(realm, site.clock, { name: user, source: shown.source, reason: "wrong_code" });
    throw wrong();
  }
  limits?.clear(account);
  return found;
}

async function find(
  { keys, clock }: Pick<Site, "keys" | "clock">,
  realm: RealmRuntime,
  user: User,
  { code = "", recoveryCode }: ShownCode,
): Promise<SecondStep | undefined> {
  if (recoveryCode !== undefined) {
    const recoveryHash = hashOfRecoveryCode(recoveryCode);
    return (await ownsRecoveryCode(realm, user, recoveryHash)) ? { recoveryHash } : undefined;
  }
  const secret = await ownSecret(keys, realm, user, "confirmed");
  const step = secret && (await stepOf(secret.open, code, clock.now()));
  return step === undefined ? undefined : { step };
}

/** Uses up, in the transaction of a login, what was right before: of two who show the same at once, one gets in. */
export async function useSecondStep(
  tx: Tx<"two_step.recovery_code_used">,
  user: User,
  shown: SecondStep | undefined,
  sendsMail: boolean,
): Promise<void> {
  if (!hasTwoStep(tx.model, user)) return;
  if (shown === undefined) throw twoStepRequired("Two-step login was turned on meanwhile. Log in again.");
  if ("step" in shown) {
    if (!(await takeStep(tx.sql, tx.realmId, user.id, shown.step))) throw wrong();
    return;
  }
  const left = await takeRecoveryCode(tx.sql, tx.realmId, user.id, shown.recoveryHash);
  if (left === undefined) throw wrong();
  tx.audit("two_step.recovery_code_used", user.id, { recovery_codes_left: left });
  await tell(tx, user, { kind: "used", left }, { sendsMail });
}
