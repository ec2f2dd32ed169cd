import type { Tx } from "#engine/writer/tx.ts";
import { namesAny } from "#domains/records/groups/setting-value.ts";
import { channelRecord, groupRecord, userRecord } from "#engine/model/lookup/record-lookup.ts";
import { type PreviewedChange, preview } from "#engine/model/preview.ts";
import { allMembers } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import { channelSetting, mayKnowChannel } from "#engine/model/access/permissions.ts";
import type { Channel, UserGroup } from "#engine/model/records.ts";
import { channelForAudience } from "#domains/records/channels/access.ts";
import { channelsCreated, channelsDeleted, clientsOf, peersJoined } from "#domains/records/channels/events.ts";
import { presentChannel, presentSubscribers } from "#domains/records/channels/present.ts";

/**
 * Emits the channels of which users may know after changes of users, groups or channels, or may no longer know:
 * `stream/create` followed by the subscribers, or `stream/delete`. An action calls this once with all of its changes,
 * after its other events and before the model applies the changes. Returns the users who may know of a new channel.
 *
 * It costs next to nothing if no channel depends on the changes. Subscribing and unsubscribing have their own events.
 */
export function emitVisibility(tx: Tx, changes: readonly PreviewedChange[]): number[] {
  const reaches = changes.map((change) => reachOf(tx.model, change)).filter(({ channels }) => channels.length > 0);
  if (reaches.length === 0) return [];
  const after = preview(tx.model, changes);
  const users = new Set(reaches.flatMap((reach) => reach.users()));
  const gained = new Map<number, number[]>();
  const lost = new Map<number, number[]>();
  for (const id of new Set(reaches.flatMap(({ channels }) => channels.map((channel) => channel.id)))) {
    const [before, now] = [channelRecord(tx.model, id), channelRecord(after, id)];
    for (const userId of users) {
      const knew = isKnown(tx.model, userId, before);
      if (knew !== isKnown(after, userId, now)) addTo(knew ? lost : gained, id, userId);
    }
  }
  for (const [ids, channels] of byAudience(after, gained)) emitGained(tx, after, channels, ids);
  for (const [ids, channels] of byAudience(tx.model, lost)) emitLost(tx, channels, ids);
  return [...new Set([...gained.values()].flat())];
}

function emitGained(tx: Tx, after: Model, channels: readonly Channel[], userIds: readonly number[]): void {
  const audience = { to: "users", ids: userIds } as const;
  const streams = channels.map((channel) => presentChannel(after, channelForAudience(channel, audience)));
  tx.emit(channelsCreated, { streams, ...clientsOf(channels[0]) }, audience);
  for (const channel of channels) {
    const { subscribers = [] } = presentSubscribers(after, channelForAudience(channel, audience), "true");
    if (subscribers.length === 0) continue;
    tx.emit(peersJoined, { stream_ids: [channel.id], user_ids: subscribers, ...clientsOf(channel) }, audience);
  }
}

/** All clients get the deletion of archived channels, too: one that reads late may not have read the archiving yet. */
function emitLost(tx: Tx, channels: readonly Channel[], userIds: readonly number[]): void {
  const ids = channels.map(({ id }) => id);
  const streams = ids.map((id) => ({ stream_id: id }));
  tx.emit(channelsDeleted, { stream_ids: ids, streams }, { to: "users", ids: userIds });
}

/** The channels and users between which a change may alter visibility. The users are computed only if there are channels. */
interface Reach {
  readonly channels: readonly Channel[];
  readonly users: () => number[];
}

function reachOf(model: Model, change: PreviewedChange): Reach {
  switch (change.kind) {
    case "user_changed":
      return { channels: [...model.channels.values()], users: () => [change.id] };
    case "channel_changed": {
      const channel = channelRecord(model, change.id);
      return { channels: channel === undefined ? [] : [channel], users: () => [...model.users.keys()] };
    }
    case "group_changed": {
      const group = groupRecord(model, change.id);
      if (group === undefined) return { channels: [], users: () => [] };
      return { channels: channelsOpenedBy(model, group), users: () => membersMoved(model, group, change.set) };
    }
  }
}

const GRANTING = ["can_administer_channel_group", "can_add_subscribers_group", "can_subscribe_group"] as const;

/** The private channels that members of the group, or of a group that contains it, may know of. */
function channelsOpenedBy(model: Model, group: UserGroup): Channel[] {
  const around = groupsAround(model, group.id);
  return [...model.channels.values()].filter(
    (channel) => channel.inviteOnly && GRANTING.some((name) => namesAny(channelSetting(channel, name), around)),
  );
}

/** The groups that contain the group, and the group itself. */
export function groupsAround(model: Model, groupId: number): Set<number> {
  const around = new Set([groupId]);
  for (const id of around) for (const above of model.supergroups.get(id) ?? []) around.add(above);
  return around;
}

/** Who comes into the group, or goes, by the change: also by groups in it, as they are now. */
export function membersMoved(model: Model, group: UserGroup, set: Partial<UserGroup>): number[] {
  const people = moved(group.members, set.members ?? group.members);
  const groups = moved(group.subgroups, set.subgroups ?? group.subgroups);
  return [...people.union(allMembers(model, groups))];
}

const moved = (before: readonly number[], after: readonly number[]): Set<number> =>
  new Set(before).symmetricDifference(new Set(after));

function isKnown(model: Model, userId: number, channel: Channel | undefined): boolean {
  const user = userRecord(model, userId);
  return user?.isActive === true && channel !== undefined && mayKnowChannel(model, user, channel);
}

function addTo(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Channels with the same audience share an event, but archived channels do not share one with others. */
function byAudience(model: Model, usersOf: ReadonlyMap<number, number[]>): [number[], Channel[]][] {
  const channelOf = (id: number) => channelRecord(model, id) as Channel;
  const together = Map.groupBy(usersOf, ([id, users]) => `${channelOf(id).isArchived}:${users.join(",")}`);
  return [...together.values()].map((same) => [same[0]?.[1] ?? [], same.map(([id]) => channelOf(id))]);
}
