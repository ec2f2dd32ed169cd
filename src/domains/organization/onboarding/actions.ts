import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { onlyTo } from "#engine/log/entry.ts";
import type { User } from "#engine/model/records.ts";
import { seenSteps, storeSeenStep } from "./queries.ts";
import { isStep, stepsLeft } from "./steps.ts";
import { onboardingStepsChanged } from "./events.ts";

export async function seeStep(tx: Tx, user: User, name: string): Promise<void> {
  if (!isStep(name)) throw badRequest(`Unknown onboarding_step: ${name}`);
  await storeSeenStep(tx.sql, tx.realmId, user.id, name);
  const left = stepsLeft(await seenSteps(tx.sql, tx.realmId, user.id));
  tx.emit(onboardingStepsChanged, { onboarding_steps: left }, onlyTo(user));
}
