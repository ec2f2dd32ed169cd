import { badRequest } from "#platform/errors.ts";
import { isAdministrator } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import type { ProfileField, User } from "#engine/model/records.ts";
import type { Administrator } from "#domains/records/organization/access.ts";

declare const definable: unique symbol;
/** A field that the actor may change and remove. */
export type DefinableField = ProfileField & { readonly [definable]: true };

export const definableField = (model: Model, _actor: Administrator, id: number): DefinableField =>
  knownField(model, id) as DefinableField;

/** A field of this organization; fields of other organizations do not exist here. */
export function knownField(model: Model, id: number): ProfileField {
  const field = model.profileFields.find((field) => field.id === id);
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
