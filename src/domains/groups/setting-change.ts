import { type Static, Type } from "typebox";
import { ApiError } from "../../platform/errors.ts";
import type { Model } from "../../engine/model/model.ts";
import type { PermissionSetting } from "../../engine/model/access/permission-settings.ts";
import type { GroupSettingValue } from "../../engine/model/records.ts";
import { checkedSettingValue, GroupSettingValueSchema, normalizedValue, presentSettingValue } from "./setting-value.ts";

/** A change of a set of users: what it shall be, and optionally what the client believes it to be now. */
export const SettingChangeSchema = Type.Object({
  new: GroupSettingValueSchema,
  old: Type.Optional(Type.Union([...GroupSettingValueSchema.anyOf, Type.Null()])),
});

export type SettingChange = Static<typeof SettingChangeSchema>;

/** The value to store, or nothing when it is the present one already. Refuses what was expected otherwise. */
export function changedSetting(
  model: Model,
  name: string,
  setting: PermissionSetting,
  current: GroupSettingValue,
  change: SettingChange,
): GroupSettingValue | undefined {
  const shown = presentSettingValue(model, current);
  if (change.old !== undefined && change.old !== null) {
    // Two empty lists may mean a composite that has lost its members, or the group of nobody.
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
