import type { Tx } from "#engine/writer/tx.ts";
import { presentSettingValue } from "#domains/records/groups/setting-value.ts";
import type { Audience } from "#engine/log/entry.ts";
import { groupRecord } from "#engine/model/lookup/record-lookup.ts";
import { mayKnowChannel } from "#engine/model/access/permissions.ts";
import type { Channel, GroupSettingValue, User } from "#engine/model/records.ts";
import { groupUpdated, membersAdded, membersRemoved } from "#domains/records/groups/events.ts";
import { channelUpdated } from "#domains/records/channels/channel-updated.ts";
import { clientsOf } from "#domains/records/channels/events.ts";
import { emitRoleGroups } from "./role-groups.ts";
import { realmPropertiesUpdated } from "#domains/records/organization/events.ts";

type Composite = Exclude<GroupSettingValue, number>;

/**
 * Emits the groups and settings of a reactivated user. At the deactivation clients dropped the user from both by
 * themselves.
 */
export function emitMemberships(tx: Tx, user: User): void {
  emitRoleGroups(tx, undefined, user);
  emitEverywhere(tx, user, "add_members", { to: "everyone" }, (channel) => ({ to: "knowers", channel: channel.id }));
}

/** Emits to guests who could not see the user, and so not their deactivation, that the user is in no group or setting. */
export function emitAbsence(tx: Tx, user: User, strangers: readonly User[]): void {
  if (strangers.length === 0) return;
  const audience: Audience = { to: "users", ids: strangers.map(({ id }) => id) };
  emitRoleGroups(tx, user, undefined, audience);
  emitEverywhere(tx, user, "remove_members", audience, (channel) => ({
    to: "users",
    ids: strangers.filter((guest) => mayKnowChannel(tx.model, guest, channel)).map(({ id }) => id),
  }));
}

/** Emits an event for each group, and for each setting that lists the user by ID. */
function emitEverywhere(
  tx: Tx,
  user: User,
  op: "add_members" | "remove_members",
  audience: Audience,
  audienceOf: (channel: Channel) => Audience,
): void {
  const { model } = tx;
  const aboutGroup = (id: number) => ({ group_id: id, hidden: groupRecord(model, id)?.deactivated });
  for (const id of model.groupsListing.get(user.id) ?? []) {
    tx.emit(op === "add_members" ? membersAdded : membersRemoved, { ...aboutGroup(id), user_ids: [user.id] }, audience);
  }
  // The events show the value as it will be after this transaction.
  const shown = (value: Composite) => {
    const { direct_members, direct_subgroups } = presentSettingValue(model, value) as Composite;
    const others = direct_members.filter((id) => id !== user.id);
    const members = op === "add_members" ? [...others, user.id].sort((a, b) => a - b) : others;
    return { direct_members: members, direct_subgroups };
  };
  for (const group of model.groups.values()) {
    for (const [name, value] of namingSettings(group.settings, user)) {
      tx.emit(groupUpdated, { ...aboutGroup(group.id), data: { [name]: shown(value) } }, audience);
    }
  }
  for (const channel of model.channels.values()) {
    const about = { stream_id: channel.id, name: channel.name, ...clientsOf(channel) };
    for (const [property, value] of namingSettings(channel.settings, user)) {
      tx.emit(channelUpdated, { ...about, property, value: shown(value) }, audienceOf(channel));
    }
  }
  for (const [name, value] of namingSettings(model.realm.settings, user)) {
    tx.emit(realmPropertiesUpdated, { property: "default", data: { [name]: shown(value) } }, audience);
  }
}

function namingSettings(settings: Readonly<Record<string, unknown>>, user: User): [string, Composite][] {
  return Object.entries(settings).filter((setting): setting is [string, Composite] => {
    const [, value] = setting;
    if (typeof value !== "object" || value === null || !("direct_members" in value)) return false;
    return (value.direct_members as number[]).includes(user.id);
  });
}
