import type { Model } from "#engine/model/model.ts";
import { type Role, ROLES } from "#engine/model/records.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";

const DAY = 86_400;

/** Whether an account is still too young to be a full member. Times are UNIX seconds; ages count in whole days. */
export function isProvisional(
  model: Model,
  account: { readonly role: Role; readonly dateJoined: number },
  now: number,
  threshold = realmProperty(model, "waiting_period_threshold"),
): boolean {
  return account.role === ROLES.member && Math.floor((now - account.dateJoined) / DAY) < threshold;
}
