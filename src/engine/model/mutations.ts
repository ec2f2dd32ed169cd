import type { ListChange } from "./changes.ts";
import { caseless } from "#platform/characters.ts";
import { withNumber, withoutNumber } from "#platform/collections/number-lists.ts";
import { type MutableModel, usersKey } from "./model.ts";
import { NO_SUBSCRIBERS } from "./subscribers.ts";
import type {
  ApiKey,
  Channel,
  CustomEmoji,
  DirectConversation,
  ProfileField,
  ProfileValue,
  User,
  UserGroup,
} from "./records.ts";

/** Writes records into the model, together with all its indexes. */

export function putUser(model: MutableModel, user: User): void {
  const before = model.users.get(user.id);
  if (before?.fullName !== user.fullName) putName(model, before, user);
  model.users.set(user.id, user);
  model.allGroupsOf.delete(user.id);
  putUnderKey(model.usersByEmail, model.users, before, user, ({ email }) => caseless(email));
}

function putName(model: MutableModel, before: User | undefined, user: User): void {
  const [old, name] = [before && caseless(before.fullName), caseless(user.fullName)];
  const rest = old === undefined ? undefined : withoutNumber(model.usersByName.get(old) ?? [], user.id);
  if (old !== undefined && rest !== undefined) {
    if (rest.length === 0) model.usersByName.delete(old);
    else model.usersByName.set(old, rest);
  }
  const others = model.usersByName.get(name);
  model.usersByName.set(name, others === undefined ? [user.id] : withNumber(others, user.id));
}

export function putApiKey(model: MutableModel, key: ApiKey): void {
  removeApiKey(model, key.id);
  model.apiKeys.set(key.id, key);
  model.apiKeysByHash.set(key.hash, key);
}

export function removeApiKey(model: MutableModel, id: number): void {
  const key = model.apiKeys.get(id);
  if (key !== undefined) model.apiKeysByHash.delete(key.hash);
  model.apiKeys.delete(id);
}

export function putEmoji(model: MutableModel, emoji: CustomEmoji): void {
  model.emoji.set(emoji.id, emoji);
  if (!emoji.deactivated) model.emojiByName.set(emoji.name, emoji);
  else if (model.emojiByName.get(emoji.name)?.id === emoji.id) model.emojiByName.delete(emoji.name);
}

export function putGroup(model: MutableModel, group: UserGroup): void {
  const before = model.groups.get(group.id);
  model.groups.set(group.id, group);
  if (group.isSystem) model.systemGroups.set(group.name, group);
  const members = difference(before?.members, group.members);
  for (const id of members.gone) model.groupsListing.get(id)?.delete(group.id);
  for (const id of members.come) addTo(model.groupsListing, id, group.id);
  for (const id of [...members.gone, ...members.come]) model.allGroupsOf.delete(id);
  const subgroups = difference(before?.subgroups, group.subgroups);
  for (const id of subgroups.gone) model.supergroups.get(id)?.delete(group.id);
  for (const id of subgroups.come) addTo(model.supergroups, id, group.id);
  if (subgroups.gone.length === 0 && subgroups.come.length === 0) return;
  model.allGroupsOf.clear();
  model.allGroupsOfRole.clear();
}

export function difference(before: readonly number[] = [], after: readonly number[]): ListChange {
  if (before === after) return { gone: [], come: [] };
  const [old, young] = [new Set(before), new Set(after)];
  return { gone: before.filter((id) => !young.has(id)), come: after.filter((id) => !old.has(id)) };
}

/** Values are removed with their field. */
export function putProfileFields(model: MutableModel, fields: readonly ProfileField[]): void {
  const left = new Set(fields.map(({ id }) => String(id)));
  for (const { id } of model.profileFields) {
    if (!left.has(String(id)))
      for (const userId of model.profiles.keys()) putProfileValue(model, userId, String(id), null);
  }
  model.profileFields = fields;
}

export function putProfileValue(model: MutableModel, userId: number, field: string, value: ProfileValue | null): void {
  const { [field]: _, ...others } = model.profiles.get(userId) ?? {};
  model.profiles.set(userId, value === null ? others : { ...others, [field]: value });
}

export function putChannel(model: MutableModel, channel: Channel): void {
  const before = model.channels.get(channel.id);
  model.channels.set(channel.id, channel);
  putUnderKey(model.channelsByName, model.channels, before, channel, ({ name }) => caseless(name));
  if (!model.subscribers.has(channel.id)) model.subscribers.set(channel.id, NO_SUBSCRIBERS);
}

/**
 * Maintains an index by key. Two records can only share a key if an older folding distinguished them: the one with the
 * smaller ID is found then, and the other one once the key is free.
 */
function putUnderKey<Item extends { readonly id: number }>(
  index: Map<string, Item>,
  all: ReadonlyMap<number, Item>,
  before: Item | undefined,
  after: Item,
  keyOf: (item: Item) => string,
): void {
  const [oldKey, key] = [before && keyOf(before), keyOf(after)];
  if (oldKey !== undefined && oldKey !== key && index.get(oldKey)?.id === after.id) {
    index.delete(oldKey);
    const heirs = [...all.values()].filter((item) => keyOf(item) === oldKey);
    if (heirs.length > 0)
      index.set(
        oldKey,
        heirs.reduce((heir, other) => (other.id < heir.id ? other : heir)),
      );
  }
  const holder = index.get(key);
  if (holder === undefined || holder.id >= after.id) index.set(key, after);
}

export function putConversation(model: MutableModel, conversation: DirectConversation): void {
  model.conversations.set(conversation.id, conversation);
  model.conversationsByUsers.set(usersKey(conversation.userIds), conversation);
  for (const userId of conversation.userIds) addTo(model.conversationsOf, userId, conversation.id);
}

export function addSubscription(
  model: MutableModel,
  channelId: number,
  userIds: readonly number[],
  from: number,
): void {
  const before = known(model.subscribers, channelId, "channel");
  const joining = new Map<number, number>();
  for (const userId of userIds) {
    if (before.has(userId)) continue;
    joining.set(userId, continued(model, channelId, userId, from));
    model.channelsOf.set(userId, withNumber(model.channelsOf.get(userId) ?? [], channelId));
  }
  model.subscribers.set(channelId, before.with(joining));
}

/** A user who comes back before anything was sent continues the span that had ended. */
function continued(model: MutableModel, channelId: number, userId: number, from: number): number {
  const ended = model.endedSpans.get(channelId);
  const spans = ended?.get(userId) ?? [];
  const last = spans.at(-1);
  if (last?.[1] !== from) return from;
  ended?.set(userId, spans.slice(0, -1));
  return last[0];
}

export function endSubscription(
  model: MutableModel,
  channelId: number,
  userIds: readonly number[],
  until: number,
): void {
  const before = known(model.subscribers, channelId, "channel");
  const leaving = new Set(userIds.filter((userId) => before.has(userId)));
  for (const userId of leaving) {
    const from = before.get(userId) as number;
    if (from < until) endedSpan(model, channelId, userId, [from, until]);
    const left = withoutNumber(model.channelsOf.get(userId) ?? [], channelId);
    if (left.length === 0) model.channelsOf.delete(userId);
    else model.channelsOf.set(userId, left);
  }
  model.subscribers.set(channelId, before.without(leaving));
}

type MessageSpan = readonly [number, number];

export function endedSpan(model: MutableModel, channelId: number, userId: number, span: MessageSpan): void {
  const ended = model.endedSpans.get(channelId) ?? new Map<number, readonly MessageSpan[]>();
  model.endedSpans.set(channelId, ended);
  ended.set(userId, [...(ended.get(userId) ?? []), span]);
}

export function addTo(sets: Map<number, Set<number>>, key: number, value: number): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([value]));
  else set.add(value);
}

export function removeFrom(sets: Map<number, Set<number>>, key: number, value: number): void {
  const set = sets.get(key);
  set?.delete(value);
  if (set?.size === 0) sets.delete(key);
}

/** Something that the log takes for granted. */
export function known<K, V>(map: Map<K, V>, key: K, what: string): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`the log speaks of ${what} ${String(key)}, which the model does not know`);
  return value;
}
