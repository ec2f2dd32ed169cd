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
  /** By real email, folded by `caseless`. */
  readonly usersByEmail: Map<string, User>;
  /** The organization's own voices by ID: see domains/people/users/bots/system-bots.ts. They never change. */
  readonly systemBots: Map<number, string>;
  /** By full name, folded by `caseless`, of which several people may have the same. */
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
  /** By name, folded by `caseless`. */
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
  /** User to the words that they are alerted to. Another map whenever they change: see lookup/alert-words.ts. */
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

export const usersKey = (ascendingIds: readonly number[]): string => ascendingIds.join(",");
