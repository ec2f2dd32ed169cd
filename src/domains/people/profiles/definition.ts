import type { Static } from "#platform/schema/type.ts";
import { badRequest } from "#platform/errors.ts";
import type { Model } from "#engine/model/model.ts";
import type { ProfileField } from "#engine/model/records.ts";
import { badCharacterAt } from "#platform/characters.ts";
import { builtInAccount, checkedFieldData, type FieldDataSchema } from "./field-data.ts";
import { FIELD_TYPE_IDS, fitsSummary } from "./field-types.ts";

const MAX_NAME_LENGTH = 40;
const MAX_HINT_LENGTH = 80;
const MAX_IN_SUMMARY = 2;

/** The properties of a field from an administrator; absent ones stay as they are. */
export interface FieldInput {
  readonly name?: string | undefined;
  readonly hint?: string | undefined;
  readonly fieldData?: Static<typeof FieldDataSchema> | undefined;
  readonly displayInProfileSummary?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly editableByUser?: boolean | undefined;
}

/** A field to be created. A built-in external account has its own name and hint. */
export function newField(model: Model, id: number, type: number, input: FieldInput): ProfileField {
  if (!FIELD_TYPE_IDS.includes(type)) throw badRequest("Invalid field type.");
  const fieldData = checkedFieldData(type, input.fieldData ?? {});
  const account = builtInAccount(type, fieldData);
  return checked(model, {
    id,
    type,
    fieldData,
    position: id,
    name: account?.name ?? input.name ?? "",
    hint: account?.hint ?? input.hint ?? "",
    displayInProfileSummary: input.displayInProfileSummary ?? false,
    required: input.required ?? false,
    editableByUser: input.editableByUser ?? true,
  });
}

export function changedField(model: Model, field: ProfileField, input: FieldInput): ProfileField {
  const after = checked(model, {
    ...field,
    name: input.name ?? field.name,
    hint: input.hint ?? field.hint,
    fieldData: input.fieldData === undefined ? field.fieldData : checkedFieldData(field.type, input.fieldData),
    displayInProfileSummary: input.displayInProfileSummary ?? field.displayInProfileSummary,
    required: input.required ?? field.required,
    editableByUser: input.editableByUser ?? field.editableByUser,
  });
  const isFixed = builtInAccount(field.type, field.fieldData) !== undefined;
  if (isFixed && (after.name !== field.name || after.hint !== field.hint || after.fieldData !== field.fieldData)) {
    throw badRequest("Default custom field cannot be updated.");
  }
  return after;
}

function checked(model: Model, wanted: ProfileField): ProfileField {
  const field = { ...wanted, name: wanted.name.trim(), hint: wanted.hint.trim() };
  if (field.name === "") throw badRequest("Name cannot be blank.");
  if (Array.from(field.name).length > MAX_NAME_LENGTH) throw tooLong("name", MAX_NAME_LENGTH);
  if (Array.from(field.hint).length > MAX_HINT_LENGTH) throw tooLong("hint", MAX_HINT_LENGTH);
  if (badCharacterAt(field.name) !== undefined || badCharacterAt(field.hint) !== undefined) {
    throw badRequest("Invalid characters in field.");
  }
  const others = model.profileFields.filter(({ id }) => id !== field.id);
  if (others.some(({ name }) => name === field.name)) throw badRequest("A field with that label already exists.");
  if (field.displayInProfileSummary) {
    if (!fitsSummary(field.type)) throw badRequest("Field type not supported for display in profile summary.");
    if (others.filter((other) => other.displayInProfileSummary).length >= MAX_IN_SUMMARY) {
      throw badRequest(`Only ${MAX_IN_SUMMARY} custom profile fields can be displayed in the profile summary.`);
    }
  }
  return field;
}

const tooLong = (what: string, limit: number) => badRequest(`${what} is too long (limit: ${limit} characters)`);
