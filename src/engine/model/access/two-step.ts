import type { Model } from "../model.ts";
import type { User } from "../records.ts";
import { isAdministrator } from "./membership.ts";

/** The organization's settings of who must have two-step login, and since when, in UNIX seconds. */
export const TWO_STEP_REQUIRED = "two_step_required";
export const TWO_STEP_REQUIRED_SINCE = "two_step_required_since";

/** So long people have to set it up: after it was required, and after they came. */
const GRACE_SECONDS = 7 * 86_400;

type Settings = Pick<Model, "realm" | "twoStep">;

/** When somebody must have two-step login, in UNIX seconds; undefined for those who need not. */
export function twoStepDeadline({ realm }: Settings, user: User): number | undefined {
  const required = realm.settings[TWO_STEP_REQUIRED];
  const isMeant = required === "everyone" || (required === "administrators" && isAdministrator(user));
  if (!isMeant || user.botType !== null) return undefined;
  const since = realm.settings[TWO_STEP_REQUIRED_SINCE];
  return Math.max(typeof since === "number" ? since : 0, user.dateJoined) + GRACE_SECONDS;
}

/** Whether somebody must set it up before they do anything else; `now` is in UNIX milliseconds. */
export function mustSetUpTwoStep(model: Settings, user: User, now: number): boolean {
  const deadline = twoStepDeadline(model, user);
  return deadline !== undefined && now >= deadline * 1000 && !model.twoStep.has(user.id);
}
