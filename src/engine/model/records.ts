import type { KindAndSettings } from "#config/sign-on/kinds.ts";
import type { Scope } from "#http/scopes.ts";

/** The records of the model: plain data, as the database stores it and the log carries it. */

export const ROLES = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;

export const BOT_TYPES = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const;
export type Role = (typeof ROLES)[keyof typeof ROLES];

/** A set of users: a group's ID, or a list of members and subgroups. */
export type GroupSettingValue =
  | number
  | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] };

export interface RealmRecord {
  readonly id: number;
  readonly subdomain: string;
  readonly name: string;
  /** UNIX seconds. */
  readonly createdAt: number;
  readonly deactivated: boolean;
  /**
   * Queues of guests that began before this log position have ended: see
   * domains/organization/settings/actions/guest-visibility.ts.
   */
  readonly guestQueuesEndedAt: number;
  /**
   * The settings that differ from the defaults in domains/records/organization/properties.ts and
   * engine/model/access/permission-settings.ts.
   */
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface User {
  readonly id: number;
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  readonly botType: number | null;
  readonly botOwnerId: number | null;
  readonly isActive: boolean;
  /** A member whose account is younger than the organization's waiting period. */
  readonly isProvisional: boolean;
  /** UNIX seconds. */
  readonly dateJoined: number;
  readonly timezone: string;
  readonly avatarSource: "G" | "U";
  readonly avatarVersion: number;
  /** The hash of the uploaded picture, if there is one. */
  readonly avatarHash: string | null;
  readonly emailVisibility: number;
  readonly keyGeneration: number;
  /** The log position before which the user's queues have ended, because too much changed for them at once. */
  readonly queuesEndedAt: number;
  readonly canCreateUsers: boolean;
  readonly canChangeUserEmails: boolean;
  /** The settings that differ from the initial values in domains/records/users/record/settings.ts; use `userSetting`. */
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

/** A browser that is logged in, by the SHA-256 of the secret that its cookie holds. When it was last seen is not part of it. */
export interface Session {
  readonly id: number;
  readonly hash: string;
  readonly userId: number;
  /** Whether it outlives the browser. */
  readonly isPersistent: boolean;
  /** By which it began: see `IdentityProvider`. */
  readonly provider: string | null;
  /** UNIX seconds; null where it ends only when nobody uses it. */
  readonly endsAt: number | null;
}

/** A way to log in that an owner has added, without its secret. */
export type IdentityProvider = KindAndSettings & {
  readonly id: number;
  /** Its name in addresses. */
  readonly slug: string;
};

/** By which a directory keeps accounts and groups up to date: the SHA-256 of its secret. */
export interface ScimToken {
  readonly id: number;
  readonly hash: string;
  /** UNIX seconds. */
  readonly expiresAt: number | null;
}

/** A key that somebody has made, by the SHA-256 of its secret. When it was last used is not part of it; it never changes. */
export interface ApiKey {
  readonly id: number;
  readonly hash: string;
  readonly userId: number;
  /** What it may do; null means everything that its account may. */
  readonly scopes: readonly Scope[] | null;
  /** The channels outside of which it finds nothing; null means no such limit. */
  readonly channelIds: readonly number[] | null;
  /** UNIX seconds. */
  readonly expiresAt: number | null;
  /** Whether an assistant has got it by OAuth: then it opens /mcp alone, and its secret is another one every hour. */
  readonly isOauth: boolean;
}

export interface UserGroup {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly isSystem: boolean;
  /** Whether a directory keeps its name and members: see domains/entry/scim/. */
  readonly isManaged: boolean;
  readonly creatorId: number | null;
  readonly createdAt: number | null;
  readonly deactivated: boolean;
  readonly settings: Readonly<Record<string, GroupSettingValue>>;
  /** Empty for system groups: their members follow from roles. */
  readonly members: readonly number[];
  readonly subgroups: readonly number[];
}

export type TopicsPolicy = "inherit" | "allow_empty_topic" | "disable_empty_topic" | "empty_topic_only";

export interface Channel {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
  readonly createdAt: number;
  readonly creatorId: number | null;
  readonly inviteOnly: boolean;
  readonly isWebPublic: boolean;
  readonly historyPublicToSubscribers: boolean;
  readonly isArchived: boolean;
  readonly isDefault: boolean;
  readonly messageRetentionDays: number | null;
  readonly topicsPolicy: TopicsPolicy;
  readonly firstMessageId: number | null;
  readonly folderId: number | null;
  /** Whether a message was sent here in the last months; see channels/activity/. */
  readonly isRecentlyActive: boolean;
  readonly weeklyTraffic: number | null;
  /** The groups whose members are subscribed, ascending. See domains/channels/group-links/. */
  readonly subscribedGroups: readonly number[];
  readonly settings: Readonly<Record<string, GroupSettingValue>>;
}

/** A folder in which clients group channels. */
export interface ChannelFolder {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
  readonly position: number;
  readonly creatorId: number | null;
  /** UNIX seconds. */
  readonly createdAt: number;
  readonly isArchived: boolean;
}

/** Channels that a new user may choose together. */
export interface DefaultChannelGroup {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly channelIds: readonly number[];
}

/** A field that the organization adds to every profile. */
export interface ProfileField {
  readonly id: number;
  readonly name: string;
  readonly hint: string;
  readonly type: number;
  /** JSON text, or empty. */
  readonly fieldData: string;
  readonly position: number;
  readonly displayInProfileSummary: boolean;
  readonly required: boolean;
  readonly editableByUser: boolean;
}

export interface ProfileValue {
  readonly value: string;
  readonly rendered_value?: string;
}

export interface RealmDomain {
  readonly domain: string;
  readonly allow_subdomains: boolean;
}

/** Turns matching text into a link. */
export interface Linkifier {
  readonly id: number;
  /** A regular expression in the syntax of RE2. */
  readonly pattern: string;
  /** By RFC 6570, with the expression's named groups as variables. */
  readonly url_template: string;
}

/** An external site where code of a language can be tried. */
export interface Playground {
  readonly id: number;
  readonly name: string;
  readonly pygments_language: string;
  readonly url_template: string;
}

/** An emoji that the organization has added. Deactivated ones stay, because messages and reactions show them. */
export interface CustomEmoji {
  readonly id: number;
  readonly name: string;
  readonly sourceUrl: string;
  /** The first frame of an animated emoji. */
  readonly stillUrl: string | null;
  readonly deactivated: boolean;
  readonly authorId: number | null;
}

/** What a bot has besides an account. */
export interface Bot {
  readonly id: number;
  readonly defaultSendingStream: number | null;
  readonly defaultEventsRegisterStream: number | null;
  readonly defaultAllPublicStreams: boolean;
  readonly service: BotService | null;
  /** What another service signs its requests to an incoming webhook with, encrypted. */
  readonly webhookSecret: string | null;
}

export interface BotService {
  readonly baseUrl: string;
  readonly interface: number;
  readonly name: string;
  readonly config: Readonly<Record<string, string>>;
}

export interface DirectConversation {
  readonly id: number;
  /** Ascending, the sender among them. */
  readonly userIds: readonly number[];
}
