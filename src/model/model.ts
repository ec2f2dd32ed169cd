import type { Change } from "./changes.ts";
import { forgetTopics } from "./known-topics.ts";
import type {
  Bot,
  Channel,
  ChannelFolder,
  DefaultChannelGroup,
  CustomEmoji,
  DirectConversation,
  Linkifier,
  Playground,
  ProfileField,
  ProfileValue,
  RealmDomain,
  RealmRecord,
  User,
  UserGroup,
} from "./records.ts";

/**
 * The organization in memory: who is who, which channels there are and who is in them.
 *
 * Invariant: a model at position p equals one freshly loaded from a snapshot whose head is p. It moves only by
 * `apply`, in log order, synchronously, so that nobody ever sees half a change.
 */
export interface Model {
  realm: RealmRecord;
  /** The host that stands in API email addresses. */
  readonly host: string;
  /** The newest log position that this model contains. */
  position: number;
  /** The position of the newest change that this model contains. */
  changedAt: number;
  readonly users: Map<number, User>;
  /** By lower-case real email. */
  readonly usersByEmail: Map<string, User>;
  /** The organization's own voices by ID: see users/system-bots.ts. They never change. */
  readonly systemBots: Map<number, string>;
  /** By lower-case full name, of which several people may have the same. */
  readonly usersByName: Map<string, Set<number>>;
  readonly groups: Map<number, UserGroup>;
  readonly systemGroups: Map<string, UserGroup>;
  /** User to the groups that list them, and group to the groups that contain it: both directly. */
  readonly groupsListing: Map<number, Set<number>>;
  readonly supergroups: Map<number, Set<number>>;
  /** User to every group that they are in, worked out when first asked for; see membership.ts. */
  readonly allGroupsOf: Map<number, Set<number>>;
  profileFields: readonly ProfileField[];
  readonly profiles: Map<number, Record<string, ProfileValue>>;
  readonly bots: Map<number, Bot>;
  domains: readonly RealmDomain[];
  /** In the order in which they are tried. */
  linkifiers: readonly Linkifier[];
  playgrounds: readonly Playground[];
  readonly emoji: Map<number, CustomEmoji>;
  /** Those in use. */
  readonly emojiByName: Map<string, CustomEmoji>;
  readonly channels: Map<number, Channel>;
  /** By lower-case name. */
  readonly channelsByName: Map<string, Channel>;
  /** By ID, the archived ones included. */
  folders: readonly ChannelFolder[];
  defaultGroups: readonly DefaultChannelGroup[];
  /** Channel to its subscribers, each with the first message ID that their present subscription receives. */
  readonly subscribers: Map<number, Map<number, number>>;
  readonly channelsOf: Map<number, Set<number>>;
  /** Channel to user to the [from, until) spans of ended subscriptions. Most people have none. */
  readonly endedSpans: Map<number, Map<number, [number, number][]>>;
  readonly conversations: Map<number, DirectConversation>;
  readonly conversationsByUsers: Map<string, DirectConversation>;
  readonly conversationsOf: Map<number, Set<number>>;
  /** User to the words that they are alerted to. Another map whenever they change: see alerts.ts. */
  alertWords: ReadonlyMap<number, readonly string[]>;
  /** User to those who have muted them. */
  readonly mutersOf: Map<number, Set<number>>;
  /** User to the channels that they have muted, whether or not they are still in them. */
  readonly mutedChannels: Map<number, Set<number>>;
}

export function emptyModel(realm: RealmRecord, host: string, position: number): Model {
  return {
    realm,
    host,
    position,
    changedAt: position,
    users: new Map(),
    usersByEmail: new Map(),
    systemBots: new Map(),
    usersByName: new Map(),
    groups: new Map(),
    systemGroups: new Map(),
    groupsListing: new Map(),
    supergroups: new Map(),
    allGroupsOf: new Map(),
    profileFields: [],
    profiles: new Map(),
    bots: new Map(),
    domains: [],
    linkifiers: [],
    playgrounds: [],
    emoji: new Map(),
    emojiByName: new Map(),
    channels: new Map(),
    channelsByName: new Map(),
    folders: [],
    defaultGroups: [],
    subscribers: new Map(),
    channelsOf: new Map(),
    endedSpans: new Map(),
    conversations: new Map(),
    conversationsByUsers: new Map(),
    conversationsOf: new Map(),
    alertWords: new Map(),
    mutersOf: new Map(),
    mutedChannels: new Map(),
  };
}

export function apply(model: Model, change: Change): void {
  switch (change.kind) {
    case "realm_changed":
      model.realm = { ...model.realm, ...change.set };
      break;
    case "user_added":
      putUser(model, change.user);
      break;
    case "user_changed":
      putUser(model, { ...known(model.users, change.id, "user"), ...change.set });
      break;
    case "group_added":
      putGroup(model, change.group);
      break;
    case "group_changed":
      putGroup(model, { ...known(model.groups, change.id, "group"), ...change.set });
      break;
    case "profile_fields_changed":
      putProfileFields(model, change.fields);
      break;
    case "profile_values_changed":
      for (const [field, value] of Object.entries(change.values)) putProfileValue(model, change.userId, field, value);
      break;
    case "bot_changed":
      model.bots.set(change.bot.id, change.bot);
      break;
    case "domains_changed":
      model.domains = change.domains;
      break;
    case "linkifiers_changed":
      model.linkifiers = change.linkifiers;
      break;
    case "playgrounds_changed":
      model.playgrounds = change.playgrounds;
      break;
    case "emoji_changed":
      putEmoji(model, change.emoji);
      break;
    case "channel_added":
      putChannel(model, change.channel);
      break;
    case "channel_changed":
      putChannel(model, { ...known(model.channels, change.id, "channel"), ...change.set });
      break;
    case "folders_changed":
      model.folders = change.folders;
      break;
    case "default_groups_changed":
      model.defaultGroups = change.groups;
      break;
    case "channel_muted":
      (change.isMuted ? addTo : removeFrom)(model.mutedChannels, change.userId, change.channelId);
      break;
    case "topics_changed":
      forgetTopics(model, change.channelId);
      break;
    case "subscribed":
      for (const userId of change.userIds) subscribe(model, change.channelId, userId, change.from);
      break;
    case "unsubscribed":
      for (const userId of change.userIds) unsubscribe(model, change.channelId, userId, change.until);
      break;
    case "conversation_added":
      putConversation(model, change.conversation);
      break;
    case "alert_words_changed":
      model.alertWords = withWords(model.alertWords, change.userId, change.words);
      break;
    case "user_muted":
      addTo(model.mutersOf, change.mutedId, change.userId);
      break;
    case "user_unmuted":
      removeFrom(model.mutersOf, change.mutedId, change.userId);
      break;
  }
}

export const usersKey = (ascendingIds: readonly number[]): string => ascendingIds.join(",");

export function putUser(model: Model, user: User): void {
  const before = model.users.get(user.id);
  if (before !== undefined) model.usersByEmail.delete(before.email.toLowerCase());
  if (before?.fullName !== user.fullName) putName(model, before, user);
  model.users.set(user.id, user);
  model.allGroupsOf.delete(user.id);
  model.usersByEmail.set(user.email.toLowerCase(), user);
}

function putName(model: Model, before: User | undefined, user: User): void {
  const [old, name] = [before?.fullName.toLowerCase(), user.fullName.toLowerCase()];
  const rest = old === undefined ? undefined : model.usersByName.get(old);
  if (old !== undefined && rest?.delete(user.id) && rest.size === 0) model.usersByName.delete(old);
  const namesakes = model.usersByName.get(name);
  if (namesakes === undefined) model.usersByName.set(name, new Set([user.id]));
  else namesakes.add(user.id);
}

export function putEmoji(model: Model, emoji: CustomEmoji): void {
  model.emoji.set(emoji.id, emoji);
  if (!emoji.deactivated) model.emojiByName.set(emoji.name, emoji);
  else if (model.emojiByName.get(emoji.name)?.id === emoji.id) model.emojiByName.delete(emoji.name);
}

export function putGroup(model: Model, group: UserGroup): void {
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
  if (subgroups.gone.length > 0 || subgroups.come.length > 0) model.allGroupsOf.clear();
}

function difference(before: readonly number[] = [], after: readonly number[]): { gone: number[]; come: number[] } {
  if (before === after) return { gone: [], come: [] };
  const [old, young] = [new Set(before), new Set(after)];
  return { gone: before.filter((id) => !young.has(id)), come: after.filter((id) => !old.has(id)) };
}

/** Values go with their field. */
export function putProfileFields(model: Model, fields: readonly ProfileField[]): void {
  const left = new Set(fields.map(({ id }) => String(id)));
  for (const { id } of model.profileFields) {
    if (!left.has(String(id))) for (const profile of model.profiles.values()) delete profile[id];
  }
  model.profileFields = fields;
}

export function putProfileValue(model: Model, userId: number, field: string, value: ProfileValue | null): void {
  let profile = model.profiles.get(userId);
  if (profile === undefined) model.profiles.set(userId, (profile = {}));
  if (value === null) delete profile[field];
  else profile[field] = value;
}

export function putChannel(model: Model, channel: Channel): void {
  const before = model.channels.get(channel.id);
  if (before !== undefined) model.channelsByName.delete(before.name.toLowerCase());
  model.channels.set(channel.id, channel);
  model.channelsByName.set(channel.name.toLowerCase(), channel);
  if (!model.subscribers.has(channel.id)) model.subscribers.set(channel.id, new Map());
}

export function putConversation(model: Model, conversation: DirectConversation): void {
  model.conversations.set(conversation.id, conversation);
  model.conversationsByUsers.set(usersKey(conversation.userIds), conversation);
  for (const userId of conversation.userIds) addTo(model.conversationsOf, userId, conversation.id);
}

export function subscribe(model: Model, channelId: number, userId: number, from: number): void {
  known(model.subscribers, channelId, "channel").set(userId, continued(model, channelId, userId, from));
  addTo(model.channelsOf, userId, channelId);
}

/** Who comes back before anything was sent continues the span that had ended. */
function continued(model: Model, channelId: number, userId: number, from: number): number {
  const spans = model.endedSpans.get(channelId)?.get(userId);
  const last = spans?.at(-1);
  if (spans === undefined || last?.[1] !== from) return from;
  spans.pop();
  return last[0];
}

function unsubscribe(model: Model, channelId: number, userId: number, until: number): void {
  const subscribers = known(model.subscribers, channelId, "channel");
  const from = subscribers.get(userId);
  if (from === undefined) return;
  subscribers.delete(userId);
  model.channelsOf.get(userId)?.delete(channelId);
  if (from < until) endedSpan(model, channelId, userId, [from, until]);
}

export function endedSpan(model: Model, channelId: number, userId: number, span: [number, number]): void {
  const ended = model.endedSpans.get(channelId) ?? new Map<number, [number, number][]>();
  model.endedSpans.set(channelId, ended);
  const spans = ended.get(userId);
  if (spans === undefined) ended.set(userId, [span]);
  else spans.push(span);
}

function withWords(all: Model["alertWords"], userId: number, words: readonly string[]): Model["alertWords"] {
  const next = new Map(all);
  if (words.length === 0) next.delete(userId);
  else next.set(userId, words);
  return next;
}

export function addTo(sets: Map<number, Set<number>>, key: number, value: number): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([value]));
  else set.add(value);
}

function removeFrom(sets: Map<number, Set<number>>, key: number, value: number): void {
  const set = sets.get(key);
  set?.delete(value);
  if (set?.size === 0) sets.delete(key);
}

function known<K, V>(map: Map<K, V>, key: K, what: string): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`the log speaks of ${what} ${String(key)}, which the model does not know`);
  return value;
}
