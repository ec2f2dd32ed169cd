import { badRequest } from "#platform/errors.ts";
import { renderMarkdown } from "#markup/render.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import { mayKnowUser } from "#engine/model/access/permissions.ts";
import type { ProfileField, ProfileValue, User } from "#engine/model/records.ts";
import { isWebAddress, optionKeys } from "./field-data.ts";
import { FIELD_TYPES, isRendered } from "./field-types.ts";

const SHORT = 50;
const LONG = 500;
const MAX_LINK_LENGTH = 2048;

export type ValueInput = string | readonly number[] | null;

/** The value to store for a field, or null to remove it; an invalid one is refused with the field's name. */
export function checkedValue(
  model: Model,
  actor: User,
  field: ProfileField,
  input: ValueInput | undefined,
): ProfileValue | null {
  if (input === undefined || input === null || input.length === 0) return null;
  if (field.type === FIELD_TYPES.USER.id) return { value: JSON.stringify(checkedPeople(model, actor, field, input)) };
  if (typeof input !== "string") throw wrong(field, "is not a string");
  const text = checkedText(field, input);
  return isRendered(field.type) ? { value: text, rendered_value: renderMarkdown(text) } : { value: text };
}

type TextField = Pick<ProfileField, "name" | "type" | "fieldData">;

const wrong = (field: Pick<ProfileField, "name">, what: string) => badRequest(`${field.name} ${what}`);

/** The text of a value, checked by the type of its field. */
export function checkedText(field: TextField, text: string): string {
  if (text.includes("\0")) throw wrong(field, "has invalid characters");
  switch (field.type) {
    case FIELD_TYPES.SELECT.id:
      if (!optionKeys(field.fieldData).includes(text)) throw wrong(field, "is not a valid choice");
      return text;
    case FIELD_TYPES.DATE.id:
      if (!isDate(text)) throw wrong(field, "is not a date");
      return text;
    case FIELD_TYPES.URL.id:
      if (text.length > MAX_LINK_LENGTH || !isWebAddress(text)) throw wrong(field, "is not a URL");
      return text;
    case FIELD_TYPES.LONG_TEXT.id:
      return noLonger(field, text, LONG);
    default:
      return noLonger(field, text, SHORT);
  }
}

function noLonger(field: TextField, text: string, limit: number): string {
  if (Array.from(text).length > limit) throw wrong(field, `is too long (limit: ${limit} characters)`);
  return text;
}

/** Whether a text is YYYY-MM-DD and a day of the calendar. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Users whom the actor may not see get the same refusal as users who do not exist. */
function checkedPeople(
  model: Model,
  actor: User,
  field: ProfileField,
  ids: string | readonly number[],
): readonly number[] {
  if (typeof ids === "string") throw wrong(field, "is not a list");
  for (const id of ids) {
    const user = userRecord(model, id);
    if (user === undefined || !mayKnowUser(model, actor, user)) throw badRequest(`Invalid user ID: ${id}`);
    if (!user.isActive) throw badRequest(`User with ID ${id} is deactivated`);
    if (user.botType !== null) throw badRequest(`User with ID ${id} is a bot`);
  }
  return [...new Set(ids)];
}
