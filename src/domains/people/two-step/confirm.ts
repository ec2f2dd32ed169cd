import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { User } from "#engine/model/records.ts";
import { badRequest } from "#platform/errors.ts";
import { countedProof } from "../login/confirm-password.ts";
import { hasTwoStep, ownSecret, ownTwoStep } from "./access.ts";
import { ALREADY_ON, enableTwoStep, NOT_BEGUN } from "./actions.ts";
import { hashOfRecoveryCode, newRecoveryCodes, stepOf } from "./codes.ts";

/** Turns two-step login on for somebody who has begun, by a code of their app. Returns the recovery codes. */
export async function confirmByCode(
  site: Site,
  realm: RealmRuntime<"two_step.enabled">,
  user: User,
  code: string,
): Promise<string[]> {
  if (hasTwoStep(realm.model, user)) throw badRequest(ALREADY_ON);
  const secret = await ownSecret(site.keys, realm, user, "begun");
  if (secret === undefined) throw badRequest(NOT_BEGUN);
  let step: number | undefined;
  await countedProof(site, realm, user, "This code is not right. Check the clock of your phone.", async () => {
    step = await stepOf(secret.open, code, site.clock.now());
    return step !== undefined;
  });
  const codes = await newRecoveryCodes();
  await realm.write(user, (tx, present) =>
    enableTwoStep(tx, ownTwoStep(present), {
      secret: secret.sealed,
      step: step ?? 0,
      recoveryHashes: codes.map(hashOfRecoveryCode),
      sendsMail: site.config.smtpUrl !== undefined,
    }),
  );
  return codes;
}
