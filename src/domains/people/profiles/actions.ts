import { badRequest } from "#platform/errors.ts";
import type { ManageableUser } from "../lifecycle/access.ts";
import { emitPerson } from "../lifecycle/person-events.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { ProfileValue, User, ProfileField } from "#engine/model/records.ts";
import { editableField, type DefinableField } from "./access.ts";
import { deleteValue, storeValue, deleteField, storeField } from "./queries.ts";
import { checkedValue, type ValueInput } from "./value.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Administrator } from "#domains/records/organization/access.ts";
import { changedField, type FieldInput, newField } from "./definition.ts";
import { optionKeys } from "./field-data.ts";
import { FIELD_TYPES } from "./field-types.ts";
import { presentField } from "./present.ts";
import { fieldsChanged } from "./events.ts";

export interface ProfileEntry {
  readonly id: number;
  readonly value?: ValueInput | undefined;
}

/** Changes values of a user's profile: all of them, or none. */
export async function changeProfile(
  tx: Tx,
  actor: User,
  target: ManageableUser,
  data: readonly ProfileEntry[],
): Promise<void> {
  if (data.length === 0) return;
  if (target.botType !== null) throw badRequest("Bots have no profile.");
  const values = new Map(
    data.map(({ id, value }) => {
      const field = editableField(tx.model, actor, id);
      return [field.id, checkedValue(tx.model, actor, field, value)] as const;
    }),
  );
  await setValues(tx, target, values);
}

/** Stores checked values, and emits the new ones to those who may see the user. */
export async function setValues(tx: Tx, user: User, values: ReadonlyMap<number, ProfileValue | null>): Promise<void> {
  const profile = tx.model.profiles.get(user.id) ?? {};
  const news = [...values].filter(([id, value]) => profile[id]?.value !== value?.value);
  if (news.length === 0) return;
  for (const [fieldId, value] of news) {
    const key = { userId: user.id, fieldId };
    if (value === null) await deleteValue(tx.sql, tx.realmId, key);
    else await storeValue(tx.sql, tx.realmId, key, value);
  }
  tx.change({ kind: "profile_values_changed", userId: user.id, values: Object.fromEntries(news) });
  for (const [id, value] of news) {
    emitPerson(tx, user, { custom_profile_field: { id, ...(value ?? { value: null }) } });
  }
}

/** Every profile shows every field. */
const MAX_FIELDS = 500;

export async function createField(
  tx: Tx,
  _actor: Administrator,
  type: number,
  input: FieldInput,
): Promise<ProfileField> {
  if (tx.model.profileFields.length >= MAX_FIELDS) throw badRequest("There are too many fields.");
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
    tx.model.profileFields.map((other) => (other.id === field.id ? after : other)),
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
    tx.model.profileFields.filter((other) => other.id !== field.id),
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
