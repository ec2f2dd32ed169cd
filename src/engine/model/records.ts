/** What the model holds of each thing: plain data, as the database stores it and the log carries it. */

export const ROLES = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;
export type Role = (typeof ROLES)[keyof typeof ROLES];

/** A set of users: a group's ID, or members and subgroups named one by one. */
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
  /** Guests register anew whose queues began before this log position: see domains/organization/settings/actions/guest-visibility.ts. */
  readonly guestQueuesEndedAt: number;
  /** What differs from the defaults in domains/organization/properties.ts and engine/model/access/permission-settings.ts. */
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
  /** Of the picture that the user uploaded, if there is one. */
  readonly avatarHash: string | null;
  readonly emailVisibility: number;
  readonly keyGeneration: number;
  readonly canCreateUsers: boolean;
  readonly canChangeUserEmails: boolean;
  /** What differs from the initial values in domains/people/users/record/settings.ts; ask `userSetting`. */
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

export interface UserGroup {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly isSystem: boolean;
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
  /** Whether something was sent here in the last months; see channels/traffic/, which also counts. */
  readonly isRecentlyActive: boolean;
  readonly weeklyTraffic: number | null;
  readonly settings: Readonly<Record<string, GroupSettingValue>>;
}

/** Where clients show channels together. */
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

/** Channels that a newcomer may choose together. */
export interface DefaultChannelGroup {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly channelIds: readonly number[];
}

/** A field that the organization adds to everybody's profile. */
export interface ProfileField {
  readonly id: number;
  readonly name: string;
  readonly hint: string;
  readonly type: number;
  /** JSON text, or nothing. */
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

/** Text that becomes a link wherever it is written. */
export interface Linkifier {
  readonly id: number;
  /** A regular expression of RE2's kind. */
  readonly pattern: string;
  /** By RFC 6570, with the expression's named groups as variables. */
  readonly url_template: string;
}

/** A place elsewhere where code of a language can be tried. */
export interface Playground {
  readonly id: number;
  readonly name: string;
  readonly pygments_language: string;
  readonly url_template: string;
}

/** An emoji that the organization has added. Those taken away stay, because messages and reactions show them. */
export interface CustomEmoji {
  readonly id: number;
  readonly name: string;
  readonly sourceUrl: string;
  /** The first picture of an animated one. */
  readonly stillUrl: string | null;
  readonly deactivated: boolean;
  readonly authorId: number | null;
}

/** What a bot has beside an account. */
export interface Bot {
  readonly id: number;
  readonly defaultSendingStream: number | null;
  readonly defaultEventsRegisterStream: number | null;
  readonly defaultAllPublicStreams: boolean;
  readonly service: BotService | null;
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
