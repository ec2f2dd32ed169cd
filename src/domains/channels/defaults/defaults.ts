import type { Tx } from "#engine/writer/tx.ts";
import { isGuest } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { presentDefaultGroups } from "#domains/records/channels/default-groups.ts";
import { defaultGroupsChanged, defaultsChanged } from "#domains/records/channels/events.ts";

/** The channels to which new accounts are subscribed. */
export const defaultChannels = (model: Model): Channel[] =>
  [...model.channels.values()].filter(({ isDefault }) => isDefault);

/** Whether new users may choose the channel. */
export const isInDefaultGroup = (model: Model, { id }: Channel): boolean =>
  model.defaultGroups.some(({ channelIds }) => channelIds.includes(id));

/** Emits the list of default channels, with the changed channels as they will be. */
export function emitDefaults(tx: Tx, changed: readonly Channel[]): void {
  const others = defaultChannels(tx.model).filter(({ id }) => !changed.some((channel) => channel.id === id));
  const ids = [...others, ...changed.filter(({ isDefault }) => isDefault)].map(({ id }) => id);
  tx.emit(defaultsChanged, { default_streams: ids.sort((a, b) => a - b) }, { to: "members" });
}

/** Guests do not get the list: a user who becomes a guest gets an empty one, and one who stops being a guest the full one. */
export function emitDefaultsTo(tx: Tx, before: User, after: User): void {
  if (isGuest(before) === isGuest(after)) return;
  const audience = { to: "users", ids: [after.id] } as const;
  const shown = !isGuest(after);
  const ids = shown ? defaultChannels(tx.model).map(({ id }) => id) : [];
  tx.emit(defaultsChanged, { default_streams: ids }, audience);
  const groups = shown ? presentDefaultGroups(tx.model.defaultGroups) : [];
  tx.emit(defaultGroupsChanged, { default_stream_groups: groups }, audience);
}
