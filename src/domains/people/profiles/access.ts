import { ApiError, badRequest } from "../../../platform/errors.ts";
import { isAdministrator } from "../../../engine/model/access/membership.ts";
import type { Model } from "../../../engine/model/model.ts";
import type { ProfileField, User } from "../../../engine/model/records.ts";

export function checkMayDefineFields(actor: User): void {
  if (!isAdministrator(actor)) throw new ApiError("UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator");
}

/** A field of this organization; fields of other organizations do not exist here. */
export function knownField(model: Model, id: number): ProfileField {
  const field = model.profileFields.find((one) => one.id === id);
  if (field === undefined) throw badRequest(`Field id ${id} not found.`);
  return field;
}

/** A field whose values the actor may change. */
export function editableField(model: Model, actor: User, id: number): ProfileField {
  const field = knownField(model, id);
  if (!field.editableByUser && !isAdministrator(actor)) {
    throw badRequest("You are not allowed to change this field. Contact an administrator to update it.");
  }
  return field;
}
