import type { TxSql } from "#engine/db/database.ts";
import type { ProfileField, ProfileValue } from "#engine/model/records.ts";

/** Inserts or updates a field. */
export async function storeField(sql: TxSql, realmId: number, field: ProfileField): Promise<void> {
  await sql`
    insert into custom_profile_field (realm_id, id, name, hint, type, field_data, position, display_in_profile_summary,
                                      required, editable_by_user)
    values (${realmId}, ${field.id}, ${field.name}, ${field.hint}, ${field.type}, ${field.fieldData}, ${field.position},
            ${field.displayInProfileSummary}, ${field.required}, ${field.editableByUser})
    on conflict (realm_id, id) do update
    set name = excluded.name, hint = excluded.hint, field_data = excluded.field_data, position = excluded.position,
        display_in_profile_summary = excluded.display_in_profile_summary, required = excluded.required,
        editable_by_user = excluded.editable_by_user`;
}

/** Removes a field with all its values. */
export async function deleteField(sql: TxSql, realmId: number, fieldId: number): Promise<void> {
  await sql`delete from custom_profile_value where realm_id = ${realmId} and field_id = ${fieldId}`;
  await sql`delete from custom_profile_field where realm_id = ${realmId} and id = ${fieldId}`;
}

export async function storeValue(
  sql: TxSql,
  realmId: number,
  key: { userId: number; fieldId: number },
  { value, rendered_value: rendered }: ProfileValue,
): Promise<void> {
  await sql`
    insert into custom_profile_value (realm_id, user_id, field_id, value, rendered_value)
    values (${realmId}, ${key.userId}, ${key.fieldId}, ${value}, ${rendered ?? null})
    on conflict (realm_id, user_id, field_id) do update
    set value = excluded.value, rendered_value = excluded.rendered_value`;
}

export async function deleteValue(
  sql: TxSql,
  realmId: number,
  key: { userId: number; fieldId: number },
): Promise<void> {
  await sql`
    delete from custom_profile_value
    where realm_id = ${realmId} and user_id = ${key.userId} and field_id = ${key.fieldId}`;
}
