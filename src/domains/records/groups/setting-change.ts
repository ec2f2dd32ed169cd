import { type Static, Type } from "#platform/schema/type.ts";
import { ApiError } from "#platform/errors.ts";
import type { Model } from "#engine/model/model.ts";
import type { PermissionSetting } from "#engine/model/access/permission-settings.ts";
import type { GroupSettingValue } from "#engine/model/records.ts";
import { checkedSettingValue, GroupSettingValueSchema, normalizedValue, presentSettingValue } from "./setting-value.ts";

/** A new value of a set of users, and optionally the value that the client believes to be current. */
export const SettingChangeSchema = Type.Object({
  new: GroupSettingValueSchema,
  old: Type.Optional(Type.Union([...GroupSettingValueSchema.anyOf, Type.Null()])),
});

export type SettingChange = Static<typeof SettingChangeSchema>;

/** The value to store, or undefined if it is the current one already. Refuses if `old` is not the current value. */
export function changedSetting(
  model: Model,
  name: string,
  setting: PermissionSetting,
  current: GroupSettingValue,
  change: SettingChange,
): GroupSettingValue | undefined {
  const shown = presentSettingValue(model, current);
  if (change.old !== undefined && change.old !== null) {
    // Two empty lists may stand for a composite that has lost its members, or for `role:nobody`.
    const isExpected = isSame(change.old, shown) || isSame(normalizedValue(model, change.old), shown);
    if (!isExpected) {
      throw new ApiError("EXPECTATION_MISMATCH", "'old' value does not match the expected value.", {
        field_name: "old",
      });
    }
  }
  if (isSame(normalizedValue(model, change.new), shown)) return undefined;
  return checkedSettingValue(model, name, setting, change.new);
}

function isSame(a: GroupSettingValue, b: GroupSettingValue): boolean {
  if (typeof a === "number" || typeof b === "number") return a === b;
  return sameSet(a.direct_members, b.direct_members) && sameSet(a.direct_subgroups, b.direct_subgroups);
}

function sameSet(a: readonly number[], b: readonly number[]): boolean {
  const [first, second] = [new Set(a), new Set(b)];
  return first.size === second.size && first.isSubsetOf(second);
}
