import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { ProfileField } from "#engine/model/records.ts";
import type { Administrator } from "#domains/records/organization/access.ts";
import type { DefinableField } from "../access.ts";
import { changedField, type FieldInput, newField } from "../definition.ts";
import { optionKeys } from "../field-data.ts";
import { FIELD_TYPES } from "../field-types.ts";
import { presentField } from "../present.ts";
import { deleteField, storeField } from "../queries.ts";
import { setValues } from "./change-profile.ts";
import { fieldsChanged } from "../events.ts";

/** Every profile shows every field. */
const MOST_FIELDS = 500;

export async function createField(
  tx: Tx,
  _actor: Administrator,
  type: number,
  input: FieldInput,
): Promise<ProfileField> {
  if (tx.model.profileFields.length >= MOST_FIELDS) throw badRequest("There are too many fields.");
  const field = newField(tx.model, tx.nextId(), type, input);
  await storeField(tx.sql, tx.realmId, field);
  emitFields(tx, [...tx.model.profileFields, field]);
  return field;
}

/** Changes a field. A user who had chosen an option that no longer exists loses the value. */
export async function updateField(tx: Tx, field: DefinableField, input: FieldInput): Promise<void> {
  const after = changedField(tx.model, field, input);
  await storeField(tx.sql, tx.realmId, after);
  if (field.type === FIELD_TYPES.SELECT.id) await forgetLostOptions(tx, after);
  emitFields(
    tx,
    tx.model.profileFields.map((one) => (one.id === field.id ? after : one)),
  );
}

async function forgetLostOptions(tx: Tx, field: ProfileField): Promise<void> {
  const left = new Set(optionKeys(field.fieldData));
  for (const [userId, profile] of tx.model.profiles) {
    const chosen = profile[field.id];
    const user = userRecord(tx.model, userId);
    if (chosen === undefined || user === undefined || left.has(chosen.value)) continue;
    await setValues(tx, user, new Map([[field.id, null]]));
  }
}

export async function removeField(tx: Tx, field: DefinableField): Promise<void> {
  await deleteField(tx.sql, tx.realmId, field.id);
  emitFields(
    tx,
    tx.model.profileFields.filter((one) => one.id !== field.id),
  );
}

/** Puts the fields into the order of `order`, which must contain all of them; a repeated ID counts where it is first. */
export async function orderFields(tx: Tx, _actor: Administrator, order: readonly number[]): Promise<void> {
  const { profileFields: fields } = tx.model;
  const places = new Map([...new Set(order)].map((id, index) => [id, index]));
  if (places.size !== fields.length || fields.some(({ id }) => !places.has(id))) {
    throw badRequest("Invalid order mapping.");
  }
  const moved = fields.map((field) => ({ ...field, position: places.get(field.id) as number }));
  for (const field of moved) await storeField(tx.sql, tx.realmId, field);
  emitFields(tx, moved);
}

function emitFields(tx: Tx, fields: readonly ProfileField[]): void {
  const inOrder = fields.toSorted((a, b) => a.position - b.position || a.id - b.id);
  tx.change({ kind: "profile_fields_changed", fields: inOrder });
  tx.emit(fieldsChanged, { fields: inOrder.map(presentField) }, { to: "everyone" });
}
