import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { boolean, Id, integer, json, optional, text, type Values } from "#api/parameters/params.ts";
import { refuseManagedFields } from "#domains/records/sign-on/managed.ts";
import { patchUser, patchUserByEmail } from "./account-endpoints.ts";
import { ownAccount } from "../lifecycle/access.ts";
import { changeProfile, createField, orderFields, removeField, updateField } from "./actions.ts";
import { asAdministrator } from "#domains/records/organization/access.ts";
import { definableField } from "./access.ts";
import { FieldDataSchema } from "./field-data.ts";
import { presentField, ProfileFieldSchema } from "./present.ts";
import { profileData } from "./profile-data.ts";

const MAX_FIELDS = 500;

const fieldParams = {
  name: optional(text("The field's label.", { max: 1000 })),
  hint: optional(text("A help text.", { max: 1000 })),
  field_data: optional(json("The options of a list, or what an external account is.", FieldDataSchema)),
  display_in_profile_summary: optional(boolean("Whether the summary of a profile shows it.")),
  required: optional(boolean("Whether clients ask people to fill it in.")),
  editable_by_user: optional(boolean("Whether people may change their own values.")),
};

const inputOf = (params: Values<typeof fieldParams>) => ({
  name: params.name,
  hint: params.hint,
  fieldData: params.field_data,
  displayInProfileSummary: params.display_in_profile_summary,
  required: params.required,
  editableByUser: params.editable_by_user,
});

const fieldId = integer("The field's ID.", { min: 0 });
const definitionErrors = ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"] as const;

const getProfileFields = endpoint({
  id: "get-custom-profile-fields",
  method: "GET",
  path: "/realm/profile_fields",
  summary: "The profile fields of the organization.",
  auth: "user",
  scope: "users:read",
  params: {},
  result: { custom_fields: Type.Array(ProfileFieldSchema) },
  errors: [],
  run: ({ realm }) => ({ custom_fields: realm.model.profileFields.map(presentField) }),
});

const postProfileField = endpoint({
  id: "create-custom-profile-field",
  method: "POST",
  path: "/realm/profile_fields",
  summary: "Adds a field to everybody's profile.",
  idempotent: {},
  auth: "administrator",
  scope: "organization:write",
  audits: ["profile_field.created"],
  params: { field_type: integer("The field's type, 1 to 8."), ...fieldParams },
  result: { id: Type.Integer() },
  errors: definitionErrors,
  emits: ["custom_profile_fields"],
  async run({ realm, actor, params }) {
    const { field_type: type, ...rest } = params;
    return realm.write(actor, async (tx, present) => {
      const { id, name } = await createField(tx, asAdministrator(present), type, inputOf(rest));
      tx.audit("profile_field.created", id, { new: { name, type } });
      return { id };
    });
  },
});

const patchProfileFields = endpoint({
  id: "reorder-custom-profile-fields",
  method: "PATCH",
  path: "/realm/profile_fields",
  summary: "Puts the profile fields into another order.",
  auth: "administrator",
  scope: "organization:write",
  audits: ["profile_field.reordered"],
  params: { order: json("The IDs of all fields.", Type.Array(Id(), { maxItems: MAX_FIELDS })) },
  result: {},
  errors: definitionErrors,
  emits: ["custom_profile_fields"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, present) => {
      tx.audit("profile_field.reordered", "all", { new: params.order });
      return orderFields(tx, asAdministrator(present), params.order);
    });
    return {};
  },
});

const patchProfileField = endpoint({
  id: "update-custom-profile-field",
  method: "PATCH",
  path: "/realm/profile_fields/{field_id}",
  summary: "Changes a profile field. Values of options that are no more go.",
  auth: "administrator",
  scope: "organization:write",
  audits: ["profile_field.changed"],
  params: { field_id: fieldId, ...fieldParams },
  result: {},
  errors: definitionErrors,
  emits: ["custom_profile_fields", "realm_user/update"],
  async run({ realm, actor, params }) {
    const { field_id: id, ...rest } = params;
    await realm.write(actor, (tx, present) => {
      const field = definableField(tx.model, asAdministrator(present), id);
      tx.audit("profile_field.changed", id, { old: { name: field.name }, new: rest });
      return updateField(tx, field, inputOf(rest));
    });
    return {};
  },
});

const deleteProfileField = endpoint({
  id: "delete-custom-profile-field",
  method: "DELETE",
  path: "/realm/profile_fields/{field_id}",
  summary: "Removes a profile field with everybody's values of it.",
  auth: "administrator",
  scope: "organization:write",
  audits: ["profile_field.deleted"],
  params: { field_id: fieldId },
  result: {},
  errors: definitionErrors,
  emits: ["custom_profile_fields"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, present) => {
      const field = definableField(tx.model, asAdministrator(present), params.field_id);
      tx.audit("profile_field.deleted", field.id, { name: field.name });
      return removeField(tx, field);
    });
    return {};
  },
});

const patchOwnProfile = endpoint({
  id: "update-own-profile-data",
  method: "PATCH",
  path: "/users/me/profile_data",
  summary: "Changes what the caller's own profile says.",
  auth: "human",
  scope: "personal:write",
  audits: "personal",
  params: { data: profileData("The fields' values.") },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["realm_user/update"],
  async run({ site, realm, actor, params }) {
    await realm.write(actor, async (tx, present) => {
      const ids = params.data.map(({ id }) => id);
      await refuseManagedFields(tx, site.config, present, ids);
      await changeProfile(tx, present, ownAccount(present), params.data);
    });
    return {};
  },
});

const deleteOwnProfile = endpoint({
  id: "delete-own-profile-data",
  method: "DELETE",
  path: "/users/me/profile_data",
  summary: "Removes values from the caller's own profile.",
  auth: "human",
  scope: "personal:write",
  audits: "personal",
  params: { data: json("The IDs of the fields.", Type.Array(Id(), { maxItems: MAX_FIELDS })) },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["realm_user/update"],
  async run({ site, realm, actor, params }) {
    const nothing = params.data.map((id) => ({ id, value: null }));
    await realm.write(actor, async (tx, present) => {
      await refuseManagedFields(tx, site.config, present, params.data);
      await changeProfile(tx, present, ownAccount(present), nothing);
    });
    return {};
  },
});

export const profileEndpoints = [
  getProfileFields,
  postProfileField,
  patchProfileFields,
  patchProfileField,
  deleteProfileField,
  patchOwnProfile,
  deleteOwnProfile,
  patchUser,
  patchUserByEmail,
] as const;
