import { badRequest } from "#platform/errors.ts";
import type { ManageableUser } from "#domains/people/lifecycle/access.ts";
import { emitPerson } from "#domains/people/lifecycle/person-events.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { ProfileValue, User } from "#engine/model/records.ts";
import { editableField } from "../access.ts";
import { deleteValue, storeValue } from "../queries.ts";
import { checkedValue, type ValueInput } from "../value.ts";

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
