import type { Static } from "typebox";
import { badRequest } from "../../../platform/errors.ts";
import type { Model } from "../../../engine/model/model.ts";
import type { ProfileField } from "../../../engine/model/records.ts";
import { badCharacterAt } from "../../../platform/characters.ts";
import { builtInAccount, checkedFieldData, type FieldDataSchema } from "./field-data.ts";
import { FIELD_TYPE_IDS, fitsSummary } from "./field-types.ts";

const LONGEST_NAME = 40;
const LONGEST_HINT = 80;
const MOST_IN_SUMMARY = 2;

/** What an administrator says of a field; what is left out stays as it is. */
export interface FieldInput {
  readonly name?: string | undefined;
  readonly hint?: string | undefined;
  readonly fieldData?: Static<typeof FieldDataSchema> | undefined;
  readonly displayInProfileSummary?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly editableByUser?: boolean | undefined;
}

/** A field that is about to be created. A built-in account brings its own name and hint. */
export function newField(model: Model, id: number, type: number, wish: FieldInput): ProfileField {
  if (!FIELD_TYPE_IDS.includes(type)) throw badRequest("Invalid field type.");
  const fieldData = checkedFieldData(type, wish.fieldData ?? {});
  const account = builtInAccount(type, fieldData);
  return checked(model, {
    id,
    type,
    fieldData,
    position: id,
    name: account?.name ?? wish.name ?? "",
    hint: account?.hint ?? wish.hint ?? "",
    displayInProfileSummary: wish.displayInProfileSummary ?? false,
    required: wish.required ?? false,
    editableByUser: wish.editableByUser ?? true,
  });
}

export function changedField(model: Model, field: ProfileField, wish: FieldInput): ProfileField {
  const after = checked(model, {
    ...field,
    name: wish.name ?? field.name,
    hint: wish.hint ?? field.hint,
    fieldData: wish.fieldData === undefined ? field.fieldData : checkedFieldData(field.type, wish.fieldData),
    displayInProfileSummary: wish.displayInProfileSummary ?? field.displayInProfileSummary,
    required: wish.required ?? field.required,
    editableByUser: wish.editableByUser ?? field.editableByUser,
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
  if (Array.from(field.name).length > LONGEST_NAME) throw tooLong("name", LONGEST_NAME);
  if (Array.from(field.hint).length > LONGEST_HINT) throw tooLong("hint", LONGEST_HINT);
  if (badCharacterAt(field.name) !== undefined || badCharacterAt(field.hint) !== undefined) {
    throw badRequest("Invalid characters in field.");
  }
  const others = model.profileFields.filter(({ id }) => id !== field.id);
  if (others.some(({ name }) => name === field.name)) throw badRequest("A field with that label already exists.");
  if (field.displayInProfileSummary) {
    if (!fitsSummary(field.type)) throw badRequest("Field type not supported for display in profile summary.");
    if (others.filter((one) => one.displayInProfileSummary).length >= MOST_IN_SUMMARY) {
      throw badRequest(`Only ${MOST_IN_SUMMARY} custom profile fields can be displayed in the profile summary.`);
    }
  }
  return field;
}

const tooLong = (what: string, limit: number) => badRequest(`${what} is too long (limit: ${limit} characters)`);
