import type { Model } from "../../../engine/model/model.ts";
import { ROLES } from "../../../engine/model/records.ts";

/** The people who own the organization and can log in. */
export function countOwners(model: Model): number {
  return [...model.users.values()].filter((user) => user.role === ROLES.owner && user.isActive && user.botType === null)
    .length;
}
