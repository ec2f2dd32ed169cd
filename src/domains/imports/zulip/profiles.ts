import { checkedFieldData } from "#domains/people/profiles/field-data.ts";
import { FIELD_TYPE_IDS, FIELD_TYPES } from "#domains/people/profiles/field-types.ts";
import { checkedText } from "#domains/people/profiles/value.ts";
import { accepted } from "../common/accepted.ts";
import { isTrueAt, type Json, listOf, numberAt, objectOf, textAt } from "../common/json.ts";
import type { Staging } from "../staging/staging.ts";
import type { ZulipPeople } from "./people.ts";
import { idAt, type ZulipTables } from "./tables.ts";

interface Field {
  readonly name: string;
  readonly type: number;
  readonly fieldData: string;
}

/** The fields of profiles and what people have filled in. */
export async function stageProfiles(staging: Staging, tables: ZulipTables, people: ZulipPeople): Promise<void> {
  const fields = new Map<number, Field>();
  const names = new Set<string>();
  for (const row of tables.rows("zerver_customprofilefield")) {
    const [id, field] = [idAt(row, "id"), fieldOf(row)];
    if (id === 0 || field === undefined || names.has(field.name)) {
      staging.leaveOut("profile fields that this version does not support");
      continue;
    }
    names.add(field.name);
    fields.set(id, field);
    await staging.row("profile_fields", {
      id,
      name: field.name,
      hint: textAt(row, "hint").slice(0, 80),
      type: field.type,
      field_data: field.fieldData,
      position: Math.max(0, numberAt(row, "order") ?? id),
      display_in_profile_summary: isTrueAt(row, "display_in_profile_summary"),
      required: isTrueAt(row, "required"),
      editable_by_user: !Object.hasOwn(row, "editable_by_user") || isTrueAt(row, "editable_by_user"),
    });
  }
  const seen = new Set<string>();
  for (const row of tables.rows("zerver_customprofilefieldvalue")) {
    const [user_id, field_id] = [idAt(row, "user_profile"), idAt(row, "field")];
    const field = fields.get(field_id);
    const value =
      field === undefined || !people.isUser(user_id) ? undefined : valueOf(field, textAt(row, "value"), people);
    if (value === undefined || seen.has(`${user_id} ${field_id}`)) continue;
    seen.add(`${user_id} ${field_id}`);
    await staging.row("profile_values", { user_id, field_id, value });
  }
}

function fieldOf(row: Json): Field | undefined {
  const [name, type] = [textAt(row, "name").trim(), numberAt(row, "field_type")];
  if (name === "" || Array.from(name).length > 40 || type === undefined || !FIELD_TYPE_IDS.includes(type))
    return undefined;
  const data = objectOf(parsed(textAt(row, "field_data")));
  const fieldData = accepted(() => checkedFieldData(type, data as Parameters<typeof checkedFieldData>[1]));
  return fieldData === undefined ? undefined : { name, type, fieldData };
}

function valueOf(field: Field, text: string, people: ZulipPeople): string | undefined {
  if (text === "") return undefined;
  if (field.type !== FIELD_TYPES.USER.id) return accepted(() => checkedText(field, text));
  const ids = listOf(parsed(text)).filter((id): id is number => typeof id === "number" && people.isUser(id));
  return ids.length === 0 ? undefined : JSON.stringify(ids);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
