import { differences } from "#engine/log/audit-differences.ts";
import { badRequest } from "#platform/errors.ts";
import type { FieldsOf } from "#engine/log/event-kinds.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { Model } from "#engine/model/model.ts";
import { GROUP_SETTING_NAMES, GROUP_SETTINGS, type GroupSetting } from "#engine/model/access/permission-settings.ts";
import type { GroupSettingValue, User, UserGroup } from "#engine/model/records.ts";
import { checkUnmanaged, manageableGroup } from "#domains/records/groups/access.ts";
import { checkedGroupDescription } from "#domains/records/groups/name.ts";
import { presentGroup } from "#domains/records/groups/present.ts";
import { storeGroup } from "#domains/records/groups/queries.ts";
import { changedSetting, type SettingChange } from "#domains/records/groups/setting-change.ts";
import { presentSettingValue } from "#domains/records/groups/setting-value.ts";
import { checkedNewName } from "./create-group.ts";
import { groupAdded, groupUpdated } from "#domains/records/groups/events.ts";

export interface GroupUpdate {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly settings: Readonly<Partial<Record<GroupSetting, SettingChange | undefined>>>;
  /** False reactivates a group; true does nothing, because deactivation has an endpoint of its own. */
  readonly deactivated: boolean | undefined;
}

/** Changes all that was asked for, or nothing. Values that do not change cause no event. */
export async function updateGroup(
  tx: Tx<"group.changed">,
  actor: User,
  groupId: number,
  update: GroupUpdate,
): Promise<void> {
  const { model } = tx;
  const group = manageableGroup(model, actor, groupId);
  const { name, description, settings: wanted, deactivated } = update;
  const isEmpty = [name, description, deactivated, ...Object.values(wanted)].every((value) => value === undefined);
  if (isEmpty) throw badRequest("No new data supplied");

  if (name !== undefined && name !== group.name) checkUnmanaged(group);
  const texts = {
    ...(name !== undefined && name !== group.name && { name: checkedNewName(model, name) }),
    ...(description !== undefined &&
      description !== group.description && { description: checkedGroupDescription(description) }),
  };
  const settings = changedSettings(model, group, wanted);
  const isBack = deactivated === false && group.deactivated;
  const set: Partial<UserGroup> = {
    ...texts,
    ...(settings.length > 0 && { settings: { ...group.settings, ...Object.fromEntries(settings) } }),
    ...(isBack && { deactivated: false }),
  };
  if (Object.keys(set).length === 0) return;
  tx.audit("group.changed", group.id, differences(group, set));
  const after: UserGroup = { ...group, ...set };
  await storeGroup(tx.sql, tx.realmId, after);
  tx.change({ kind: "group_changed", id: group.id, set });
  const shown = settings.map(([setting, value]) => [setting, presentSettingValue(model, value)] as const);
  for (const [property, value] of [...Object.entries(texts), ...shown]) {
    emitUpdate(tx, group, { [property]: value }, group.deactivated);
  }
  if (!isBack) return;
  emitUpdate(tx, group, { deactivated: false }, true);
  const presented = presentGroup(model, after);
  tx.emit(groupAdded, { group: presented, reactivated: true }, { to: "everyone" });
}

/** Gives a group the name that a directory wants. From now on the directory keeps it. */
export async function updateManagedGroup(tx: Tx, group: UserGroup, name: string): Promise<UserGroup> {
  const after: UserGroup = { ...group, name, isManaged: true };
  await storeGroup(tx.sql, tx.realmId, after);
  tx.change({ kind: "group_changed", id: group.id, set: { name, isManaged: true } });
  if (name !== group.name) emitUpdate(tx, group, { name }, group.deactivated);
  if (!group.isManaged) emitUpdate(tx, group, { is_managed: true }, group.deactivated);
  return after;
}

/** Gives a group out of use another name, so that a directory can use the one that it had. */
export async function giveUpName(tx: Tx, group: UserGroup): Promise<void> {
  const name = `${Array.from(group.name).slice(0, MAX_KEPT_NAME).join("")} (${group.id})`;
  await storeGroup(tx.sql, tx.realmId, { ...group, name });
  tx.change({ kind: "group_changed", id: group.id, set: { name } });
  emitUpdate(tx, group, { name }, true);
}

/** With an ID behind it, a name is not too long. */
const MAX_KEPT_NAME = 80;

/** Puts a group back into use that a directory had deleted. */
export async function reactivateManagedGroup(tx: Tx<"group.changed">, group: UserGroup): Promise<UserGroup> {
  const after: UserGroup = { ...group, deactivated: false, isManaged: true };
  tx.audit("group.changed", group.id, differences(group, { deactivated: false }));
  await storeGroup(tx.sql, tx.realmId, after);
  tx.change({ kind: "group_changed", id: group.id, set: { deactivated: false, isManaged: true } });
  emitUpdate(tx, group, { is_managed: true }, true);
  emitUpdate(tx, group, { deactivated: false }, true);
  tx.emit(groupAdded, { group: presentGroup(tx.model, after), reactivated: true }, { to: "everyone" });
  return after;
}

function changedSettings(
  model: Model,
  group: UserGroup,
  wanted: GroupUpdate["settings"],
): (readonly [GroupSetting, GroupSettingValue])[] {
  return GROUP_SETTING_NAMES.flatMap((name) => {
    const change = wanted[name];
    if (change === undefined) return [];
    const value = changedSetting(model, name, GROUP_SETTINGS[name], group.settings[name] ?? 0, change);
    return value === undefined ? [] : [[name, value] as const];
  });
}

/** `hidden` keeps the event from clients for which deactivated groups do not exist. */
export function emitUpdate(
  tx: Tx,
  group: UserGroup,
  data: FieldsOf<typeof groupUpdated>["data"],
  hidden: boolean,
): void {
  tx.emit(groupUpdated, { group_id: group.id, data, hidden }, { to: "everyone" });
}
