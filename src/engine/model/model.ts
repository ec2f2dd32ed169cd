import type {
  ApiKey,
  Bot,
  Channel,
  ChannelFolder,
  DefaultChannelGroup,
  CustomEmoji,
  DirectConversation,
  IdentityProvider,
  Linkifier,
  Playground,
  ProfileField,
  ProfileValue,
  RealmDomain,
  RealmRecord,
  ScimToken,
  Session,
  User,
  UserGroup,
} from "./records.ts";
import type { Subscribers } from "./subscribers.ts";

/**
 * The organization in memory: its users, groups, channels and subscriptions.
 *
 * Invariant: a model at position p equals one freshly loaded from a snapshot whose head is p. It changes only by
 * `apply`, in log order, synchronously, so that no code ever sees half a change. That is why this type is read-only: an
 * action calls `tx.change(…)`, and the tail of the log advances the model (advance.ts).
 */
export interface Model {
  readonly realm: RealmRecord;
  /** The host in API email addresses. */
  readonly host: string;
  /** Whether the operator lets people have the pictures of an avatar provider, gravatar.com. */
  readonly usesGravatar: boolean;
  /** The newest log position that this model contains. */
  readonly position: number;
  /** The position of the newest change that this model contains. */
  readonly changedAt: number;
  readonly users: ReadonlyMap<number, User>;
  /** By real email, folded by `caseless`. */
  readonly usersByEmail: ReadonlyMap<string, User>;
  /** The names of the system bots by ID: see domains/records/users/bots/system-bots.ts. They never change. */
  readonly systemBots: ReadonlyMap<number, string>;
  /** By full name, folded by `caseless`; several users may have the same. Ascending. */
  readonly usersByName: ReadonlyMap<string, readonly number[]>;
  /** By hash. */
  readonly sessions: ReadonlyMap<string, Session>;
  /** Ascending by ID. */
  readonly providers: readonly IdentityProvider[];
  /** Ascending by ID. */
  readonly scimTokens: readonly ScimToken[];
  readonly apiKeys: ReadonlyMap<number, ApiKey>;
  readonly apiKeysByHash: ReadonlyMap<string, ApiKey>;
  /** The users of whom a login asks for a code beside the password. The secrets are not part of it. */
  readonly twoStep: ReadonlySet<number>;
  readonly groups: ReadonlyMap<number, UserGroup>;
  readonly systemGroups: ReadonlyMap<string, UserGroup>;
  /** User to the groups that list them, and group to the groups that contain it: both directly. */
  readonly groupsListing: ReadonlyMap<number, ReadonlySet<number>>;
  readonly supergroups: ReadonlyMap<number, ReadonlySet<number>>;
  /** User to every group that they are in, computed on first use; see membership.ts. */
  readonly allGroupsOf: ReadonlyMap<number, ReadonlySet<number>>;
  /** The same for users whom no group lists, by what decides their system groups. */
  readonly allGroupsOfRole: ReadonlyMap<number, ReadonlySet<number>>;
  readonly profileFields: readonly ProfileField[];
  readonly profiles: ReadonlyMap<number, Readonly<Record<string, ProfileValue>>>;
  readonly bots: ReadonlyMap<number, Bot>;
  readonly domains: readonly RealmDomain[];
  /** In the order in which they are tried. */
  readonly linkifiers: readonly Linkifier[];
  readonly playgrounds: readonly Playground[];
  readonly emoji: ReadonlyMap<number, CustomEmoji>;
  /** The emoji that are not deactivated. */
  readonly emojiByName: ReadonlyMap<string, CustomEmoji>;
  readonly channels: ReadonlyMap<number, Channel>;
  /** By name, folded by `caseless`. */
  readonly channelsByName: ReadonlyMap<string, Channel>;
  /** By ID, including archived ones. */
  readonly folders: readonly ChannelFolder[];
  readonly defaultGroups: readonly DefaultChannelGroup[];
  /** By channel. */
  readonly subscribers: ReadonlyMap<number, Subscribers>;
  /** User to the channels to which they are subscribed, ascending. */
  readonly channelsOf: ReadonlyMap<number, readonly number[]>;
  /** Channel to user to the [from, until) spans of ended subscriptions. Most people have none. */
  readonly endedSpans: ReadonlyMap<number, ReadonlyMap<number, readonly (readonly [number, number])[]>>;
  readonly conversations: ReadonlyMap<number, DirectConversation>;
  readonly conversationsByUsers: ReadonlyMap<string, DirectConversation>;
  readonly conversationsOf: ReadonlyMap<number, ReadonlySet<number>>;
  /** User to the words that they are alerted to. Every change makes a new map: see lookup/alert-words.ts. */
  readonly alertWords: ReadonlyMap<number, readonly string[]>;
  /** User to the users who have muted them. */
  readonly mutersOf: ReadonlyMap<number, ReadonlySet<number>>;
  /** User to the channels that they have muted, whether or not they are still in them. */
  readonly mutedChannels: ReadonlyMap<number, ReadonlySet<number>>;
}

/** The same with maps and sets that can be written. Records in them never change: they are replaced. */
type Writable<Value> =
  Value extends ReadonlyMap<infer Key, infer Item>
    ? Map<Key, Writable<Item>>
    : Value extends ReadonlySet<infer Item>
      ? Set<Item>
      : Value;

/** The model for code that changes it, which is the code of this folder alone. */
export type MutableModel = { -readonly [Key in keyof Model]: Writable<Model[Key]> };

export function emptyModel(
  realm: RealmRecord,
  host: string,
  position: number,
  usesGravatar: boolean = false,
): MutableModel {
  return {
    realm,
    host,
    usesGravatar,
    position,
    changedAt: position,
    users: new Map(),
    usersByEmail: new Map(),
    systemBots: new Map(),
    usersByName: new Map(),
    sessions: new Map(),
    providers: [],
    scimTokens: [],
    apiKeys: new Map(),
    apiKeysByHash: new Map(),
    twoStep: new Set(),
    groups: new Map(),
    systemGroups: new Map(),
    groupsListing: new Map(),
    supergroups: new Map(),
    allGroupsOf: new Map(),
    allGroupsOfRole: new Map(),
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
