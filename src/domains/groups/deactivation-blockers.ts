import { groupRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import {
  CHANNEL_SETTING_NAMES,
  GROUP_SETTING_NAMES,
  REALM_SETTING_NAMES,
} from "#engine/model/access/permission-settings.ts";
import { channelSetting, mayKnowChannel, realmSetting } from "#engine/model/access/permissions.ts";
import type { Channel, User, UserGroup } from "#engine/model/records.ts";
import { namesAny } from "#domains/records/groups/setting-value.ts";

/** A use of a group that prevents its deactivation. */
export type DeactivationBlocker =
  | { readonly type: "subgroup"; readonly supergroup_ids: readonly number[] }
  | { readonly type: "channel"; readonly channel_id?: number; readonly settings: readonly string[] }
  | { readonly type: "user_group"; readonly group_id: number; readonly settings: readonly string[] }
  | { readonly type: "realm"; readonly settings: readonly string[] };

/** Without an actor it is not told which channels they are. */
export function deactivationBlockersOf(model: Model, actor: User | undefined, group: UserGroup): DeactivationBlocker[] {
  const self = new Set([group.id]);
  const supergroups = [...(model.supergroups.get(group.id) ?? [])]
    .filter((id) => groupRecord(model, id)?.deactivated === false)
    .sort((a, b) => a - b);
  const groups = [...model.groups.values()]
    .filter(({ deactivated }) => !deactivated)
    .map(({ id, settings }) => ({
      type: "user_group" as const,
      group_id: id,
      settings: GROUP_SETTING_NAMES.filter((name) => namesAny(settings[name] ?? 0, self)),
    }));
  const realm = REALM_SETTING_NAMES.filter((name) => namesAny(realmSetting(model, name), self));
  return [
    ...(supergroups.length > 0 ? [{ type: "subgroup" as const, supergroup_ids: supergroups }] : []),
    ...blockersOfChannel(model, actor, self),
    ...groups.filter(({ settings }) => settings.length > 0).sort((a, b) => a.group_id - b.group_id),
    ...(realm.length > 0 ? [{ type: "realm" as const, settings: realm }] : []),
  ];
}

/** Channels of which the actor may not know are combined into one entry without an ID. */
function blockersOfChannel(model: Model, actor: User | undefined, self: ReadonlySet<number>): DeactivationBlocker[] {
  // An archived channel keeps its links, which count again when it comes back.
  const settingsOf = (channel: Channel) => [
    ...CHANNEL_SETTING_NAMES.filter((name) => !channel.isArchived && namesAny(channelSetting(channel, name), self)),
    ...(channel.subscribedGroups.some((id) => self.has(id)) ? ["subscribed_groups"] : []),
  ];
  const known: DeactivationBlocker[] = [];
  const unknown = new Set<string>();
  for (const channel of [...model.channels.values()].sort((a, b) => a.id - b.id)) {
    const settings = settingsOf(channel);
    if (settings.length === 0) continue;
    if (actor !== undefined && mayKnowChannel(model, actor, channel))
      known.push({ type: "channel", channel_id: channel.id, settings });
    else for (const name of settings) unknown.add(name);
  }
  return unknown.size === 0 ? known : [...known, { type: "channel", settings: [...unknown].sort() }];
}
