import { Type } from "#platform/schema/type.ts";
import { modelSection } from "#engine/runtime/snapshot.ts";
import { EXTERNAL_ACCOUNTS } from "./external-accounts.ts";
import { FIELD_TYPES } from "./field-types.ts";
import { presentField, ProfileFieldSchema } from "./present.ts";

const AccountSchema = Type.Object({
  text: Type.String(),
  name: Type.String(),
  hint: Type.String(),
  url_pattern: Type.String(),
});

export const profileSections = [
  modelSection({
    scope: "organization:read",
    wants: ["realm"],
    fields: { realm_default_external_accounts: Type.Record(Type.String(), AccountSchema) },
    present: () => ({ realm_default_external_accounts: EXTERNAL_ACCOUNTS }),
  }),
  modelSection({
    scope: "organization:read",
    wants: ["custom_profile_fields"],
    fields: {
      custom_profile_fields: Type.Array(ProfileFieldSchema),
      custom_profile_field_types: Type.Record(Type.String(), Type.Object({ id: Type.Integer(), name: Type.String() })),
    },
    present: (model) => ({
      custom_profile_fields: model.profileFields.map(presentField),
      custom_profile_field_types: FIELD_TYPES,
    }),
  }),
];
