import { type Static, Type } from "#platform/schema/type.ts";
import type { ProfileField } from "#engine/model/records.ts";

export const ProfileFieldSchema = Type.Object({
  id: Type.Integer(),
  type: Type.Integer(),
  order: Type.Integer(),
  name: Type.String(),
  hint: Type.String(),
  field_data: Type.String(),
  display_in_profile_summary: Type.Optional(Type.Boolean()),
  required: Type.Boolean(),
  editable_by_user: Type.Boolean(),
});

export function presentField(field: ProfileField): Static<typeof ProfileFieldSchema> {
  return {
    id: field.id,
    type: field.type,
    order: field.position,
    name: field.name,
    hint: field.hint,
    field_data: field.fieldData,
    ...(field.displayInProfileSummary && { display_in_profile_summary: true }),
    required: field.required,
    editable_by_user: field.editableByUser,
  };
}
