import type { Bot, Channel, RealmRecord, User, UserGroup } from "../records.ts";
import type { Model } from "../model.ts";

/** The part of a map that permissions need. */
export interface Lookup<Key, Value> {
  get(key: Key): Value | undefined;
  has(key: Key): boolean;
}

/**
 * The fields on which access depends and which change. before.ts logs what was in them, so that late readers are judged
 * by what they could see at the time. Whatever decides about access sees these fields only: one that is missing here
 * does not compile there.
 */
export const CHANGING = {
  user: ["role", "isActive", "isProvisional", "botOwnerId", "canCreateUsers"],
  channel: ["inviteOnly", "isWebPublic", "historyPublicToSubscribers", "settings"],
  bot: ["defaultSendingStream", "defaultEventsRegisterStream"],
} as const satisfies { user: (keyof User)[]; channel: (keyof Channel)[]; bot: (keyof Bot)[] };

/** A user as access sees one. The other two fields never change. */
export type AccessUser = Pick<User, "id" | "botType" | (typeof CHANGING.user)[number]>;
/** A channel as access sees one. */
export type AccessChannel = Pick<Channel, "id" | (typeof CHANGING.channel)[number]>;
export type AccessBot = Pick<Bot, (typeof CHANGING.bot)[number]>;

/**
 * The part of the model that decides who may see what. The model itself implements it for its own position. history.ts
 * makes others for older positions, so that the same functions answer "may they now?" and "could they then?".
 */
export interface AccessModel {
  readonly realm: Pick<RealmRecord, "settings">;
  readonly users: Lookup<number, AccessUser>;
  readonly systemGroups: ReadonlyMap<string, UserGroup>;
  readonly groupsListing: Lookup<number, ReadonlySet<number>>;
  readonly supergroups: Lookup<number, ReadonlySet<number>>;
  /** Caches that membership.ts fills. */
  readonly allGroupsOf: Model["allGroupsOf"];
  readonly allGroupsOfRole: Model["allGroupsOfRole"];
  readonly bots: Lookup<number, AccessBot>;
  readonly channels: Lookup<number, AccessChannel>;
  /**
   * `has` says who is subscribed. `get` and `endedSpans` say which message IDs a user received, which is the same
   * whenever it is asked.
   */
  readonly subscribers: Lookup<number, Lookup<number, number>>;
  readonly endedSpans: Lookup<number, Lookup<number, readonly (readonly [number, number])[]>>;
  /** Ascending. */
  readonly channelsOf: Lookup<number, readonly number[]>;
  readonly conversations: Lookup<number, { readonly userIds: readonly number[] }>;
  readonly conversationsByUsers: Lookup<string, { readonly id: number }>;
  readonly conversationsOf: Lookup<number, ReadonlySet<number>>;
}
