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

/** How a list of IDs changed. */
export interface ListChange {
  readonly gone: readonly number[];
  readonly come: readonly number[];
}

/**
 * A change of the model, as the log stores it. Applying the changes in order to an older model gives the newer one.
 * `before` is what a change replaced, as far as access depends on it: the writer adds it (access/before.ts).
 */
export type Change =
  | {
      readonly kind: "realm_changed";
      readonly set: Partial<RealmRecord>;
      readonly before?: Pick<RealmRecord, "settings">;
    }
  | { readonly kind: "user_added"; readonly user: User }
  | {
      readonly kind: "user_changed";
      readonly id: number;
      readonly set: Partial<User>;
      readonly before?: Partial<User>;
    }
  | { readonly kind: "session_added"; readonly session: Session }
  | { readonly kind: "sessions_ended"; readonly userId: number; readonly hashes: readonly string[] }
  | { readonly kind: "api_key_added"; readonly key: ApiKey }
  | { readonly kind: "api_keys_ended"; readonly userId: number; readonly ids: readonly number[] }
  | { readonly kind: "two_step_changed"; readonly userId: number; readonly isOn: boolean }
  | { readonly kind: "providers_changed"; readonly providers: readonly IdentityProvider[] }
  | { readonly kind: "scim_tokens_changed"; readonly tokens: readonly ScimToken[] }
  | { readonly kind: "group_added"; readonly group: UserGroup }
  | {
      readonly kind: "group_changed";
      readonly id: number;
      readonly set: Partial<UserGroup>;
      readonly before?: { readonly members: ListChange; readonly subgroups: ListChange };
    }
  | { readonly kind: "profile_fields_changed"; readonly fields: readonly ProfileField[] }
  /** Null removes the value. */
  | {
      readonly kind: "profile_values_changed";
      readonly userId: number;
      readonly values: Readonly<Record<string, ProfileValue | null>>;
    }
  | {
      readonly kind: "bot_changed";
      readonly bot: Bot;
      readonly before?: Pick<Bot, "defaultSendingStream" | "defaultEventsRegisterStream">;
    }
  | { readonly kind: "domains_changed"; readonly domains: readonly RealmDomain[] }
  | { readonly kind: "linkifiers_changed"; readonly linkifiers: readonly Linkifier[] }
  | { readonly kind: "playgrounds_changed"; readonly playgrounds: readonly Playground[] }
  | { readonly kind: "emoji_changed"; readonly emoji: CustomEmoji }
  | { readonly kind: "channel_added"; readonly channel: Channel }
  | {
      readonly kind: "channel_changed";
      readonly id: number;
      readonly set: Partial<Channel>;
      readonly before?: Partial<Channel>;
    }
  | { readonly kind: "folders_changed"; readonly folders: readonly ChannelFolder[] }
  | { readonly kind: "default_groups_changed"; readonly groups: readonly DefaultChannelGroup[] }
  | {
      readonly kind: "channel_muted";
      readonly userId: number;
      readonly channelId: number;
      readonly isMuted: boolean;
    }
  /** Messages of the channel are deleted or under other topics: the cache of its topics may be wrong. */
  | { readonly kind: "topics_changed"; readonly channelId: number }
  /** The users receive the messages from ID `from` on. */
  | {
      readonly kind: "subscribed";
      readonly channelId: number;
      readonly userIds: readonly number[];
      readonly from: number;
    }
  /** The users receive no message from ID `until` on. */
  | {
      readonly kind: "unsubscribed";
      readonly channelId: number;
      readonly userIds: readonly number[];
      readonly until: number;
    }
  | { readonly kind: "conversation_added"; readonly conversation: DirectConversation }
  | { readonly kind: "alert_words_changed"; readonly userId: number; readonly words: readonly string[] }
  | { readonly kind: "user_muted"; readonly userId: number; readonly mutedId: number }
  | { readonly kind: "user_unmuted"; readonly userId: number; readonly mutedId: number };
