import { type Static, Type } from "#platform/schema/type.ts";
import { badRequest } from "#platform/errors.ts";
import { badCharacterAt } from "#platform/characters.ts";
import { CUSTOM, EXTERNAL_ACCOUNTS, type ExternalAccount, USERNAME } from "./external-accounts.ts";
import { FIELD_TYPES } from "./field-types.ts";

const MAX_OPTIONS = 500;
const MAX_KEY_LENGTH = 50;

const Option = Type.Object({ text: Type.String({ maxLength: 255 }), order: Type.String({ maxLength: 20 }) });

/** Options by key, or the subtype of an external account, depending on the field's type. */
export const FieldDataSchema = Type.Record(Type.String(), Type.Union([Type.String({ maxLength: 2048 }), Option]));

type FieldData = Static<typeof FieldDataSchema>;

/** The field data of a type, checked, as the text to store; most types have none. */
export function checkedFieldData(type: number, data: FieldData): string {
  for (const key of Object.keys(data)) {
    if (badCharacterAt(key) !== undefined) throw badRequest("Invalid characters in field_data.");
  }
  if (type === FIELD_TYPES.SELECT.id) return JSON.stringify(checkedOptions(data));
  if (type === FIELD_TYPES.EXTERNAL_ACCOUNT.id) return JSON.stringify(checkedAccount(data));
  return "";
}

function checkedOptions(data: FieldData): FieldData {
  const options = Object.entries(data);
  if (options.length === 0) throw badRequest("Field must have at least one choice.");
  if (options.length > MAX_OPTIONS) throw badRequest(`Field cannot have more than ${MAX_OPTIONS} choices.`);
  const texts = new Set<string>();
  for (const [key, option] of options) {
    if (key.trim() === "") throw badRequest("'value' cannot be blank.");
    if (key.length > MAX_KEY_LENGTH) throw badRequest("'value' is too long.");
    if (typeof option === "string") throw badRequest(`field_data["${key}"] is not a dict`);
    const text = option.text.trim();
    if (text === "" || option.order.trim() === "") throw badRequest(`field_data["${key}"] cannot be blank`);
    if (texts.has(text)) throw badRequest("Field must not have duplicate choices.");
    texts.add(text);
  }
  return data;
}

function checkedAccount(data: FieldData): FieldData {
  const { subtype, url_pattern: pattern, ...others } = data;
  if (typeof subtype !== "string" || Object.keys(others).length > 0) throw badRequest("Invalid field data.");
  if (subtype !== CUSTOM) {
    if (!Object.hasOwn(EXTERNAL_ACCOUNTS, subtype)) throw badRequest("Invalid external account type");
    return { subtype };
  }
  if (typeof pattern !== "string" || pattern.split(USERNAME).length !== 2) {
    throw badRequest(`URL pattern must contain '${USERNAME}' exactly once.`);
  }
  if (!isWebAddress(pattern.replace(USERNAME, "username"))) throw badRequest("url_pattern is not a URL");
  return { subtype, url_pattern: pattern };
}

/** The built-in account of a field, whose name and hint cannot be changed. */
export function builtInAccount(type: number, fieldData: string): ExternalAccount | undefined {
  if (type !== FIELD_TYPES.EXTERNAL_ACCOUNT.id) return undefined;
  const { subtype } = JSON.parse(fieldData) as { subtype: string };
  return Object.hasOwn(EXTERNAL_ACCOUNTS, subtype) ? EXTERNAL_ACCOUNTS[subtype] : undefined;
}

export const optionKeys = (fieldData: string): string[] => Object.keys(JSON.parse(fieldData) as object);

/** Clients make links of the address, so it must not be a `javascript:` URL. */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "http:" || url.protocol === "https:") && !/\s/.test(text);
}
