import { renderMarkdown } from "#markup/render.ts";
import { checkedFieldData } from "#domains/people/profiles/field-data.ts";
import { FIELD_TYPES, isRendered } from "#domains/people/profiles/field-types.ts";
import { checkedText } from "#domains/people/profiles/value.ts";
import { type RowLocation, wrongRow } from "../staging/read-staging.ts";
import type { StagedRow } from "../staging/table-rows.ts";
import type { Known } from "./known.ts";
import { type CheckContext, existing, onePerPair, ruled, type TableCheck } from "./rows-to-store.ts";

export const checkProfileFields = (): TableCheck<"profile_fields"> => (row, location) => ({
  custom_profile_field: [
    {
      id: row.id,
      name: row.name.trim(),
      hint: row.hint ?? "",
      type: row.type,
      field_data: fieldData(row, location),
      position: row.position ?? row.id,
      display_in_profile_summary: row.display_in_profile_summary ?? false,
      required: row.required ?? false,
      editable_by_user: row.editable_by_user ?? true,
    },
  ],
});

function fieldData({ type, field_data: text = "" }: StagedRow<"profile_fields">, location: RowLocation): string {
  const data = text === "" ? {} : parsed(text);
  if (data === undefined) throw wrongRow(location, "field_data is no JSON object");
  return ruled(location, () => checkedFieldData(type, data));
}

type FieldData = Parameters<typeof checkedFieldData>[1];

function parsed(text: string): FieldData | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as FieldData) : undefined;
  } catch {
    return undefined;
  }
}

export function checkProfileValues({ known }: CheckContext): TableCheck<"profile_values"> {
  const isNew = onePerPair("the value");
  return (row, location) => {
    existing(location, known.users, row.user_id, "user");
    const field = existing(location, known.fields, row.field_id, "profile field");
    isNew(location, row.user_id, row.field_id);
    const value =
      field.type === FIELD_TYPES.USER.id ? people(known, location, row.value) : text(field, location, row.value);
    const rendered = isRendered(field.type) ? renderMarkdown(value) : null;
    return {
      custom_profile_value: [{ user_id: row.user_id, field_id: row.field_id, value, rendered_value: rendered }],
    };
  };
}

const text = (
  { name, type, field_data: data = "" }: StagedRow<"profile_fields">,
  location: RowLocation,
  value: string,
): string => ruled(location, () => checkedText({ name, type, fieldData: data }, value));

function people(known: Known, location: RowLocation, text: string): string {
  const ids = /^\[[\d, ]*\]$/.test(text) ? (JSON.parse(text) as number[]) : undefined;
  if (ids === undefined) throw wrongRow(location, "the value is no list of users");
  for (const id of ids) existing(location, known.users, id, "user");
  return JSON.stringify(ids);
}
