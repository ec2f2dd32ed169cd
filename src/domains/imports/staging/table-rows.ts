/**
 * The rows of the tables of docs/export-format.md. An archive of Parley has all fields; a reader of a foreign archive
 * leaves out those that are optional here, and the loader fills in what a new organization would have.
 */
import { type Static, type TObject, Type } from "#platform/schema/type.ts";
import { MAX_LINKED } from "#domains/channels/settings/channel-params.ts";
import { Extra, GroupSettings, RowId, Ids, Maybe, Name, Ranges, Settings, Text, Time } from "./fields.ts";
import { StagedMessage } from "./message-row.ts";

const [MAX_USERS, MAX_CHANNELS] = [1_000_000, 100_000];
const LONG_TEXT = 1_000_000;

const Reaction = { emoji_name: Text(100), emoji_code: Text(100), reaction_type: Text(30) };
const Notify = Extra(Maybe(Type.Boolean()));

/** By name, in the order in which they are loaded: a row refers only to rows of tables before its own. */
export const TABLES = {
  organization: Type.Object({
    name: Name(40),
    subdomain: Extra(Text(40)),
    created_at: Extra(Time()),
    settings: Extra(Settings()),
  }),
  domains: Type.Object({ domain: Name(253), allow_subdomains: Type.Boolean() }),
  users: Type.Object({
    id: RowId(),
    full_name: Name(100),
    /** Null where it is unknown: the account then gets an address that receives no mail, until it is changed. */
    email: Maybe(Name(254)),
    role: Type.Enum([100, 200, 300, 400, 600]),
    is_active: Type.Boolean(),
    bot_type: Extra(Maybe(Type.Integer({ minimum: 1, maximum: 4 }))),
    bot_owner_id: Extra(Maybe(RowId())),
    date_joined: Time(),
    timezone: Extra(Text(100)),
    /** `U` where the archive has a picture. */
    avatar_source: Extra(Type.Enum(["G", "U"])),
    avatar_version: Extra(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    email_address_visibility: Extra(Type.Integer({ minimum: 1, maximum: 5 })),
    settings: Extra(Maybe(Settings())),
  }),
  /** Those that are missing are made. */
  system_bots: Type.Object({ id: RowId(), name: Name(100) }),
  bots: Type.Object({
    id: RowId(),
    default_sending_stream: Extra(Maybe(RowId())),
    default_events_register_stream: Extra(Maybe(RowId())),
    default_all_public_streams: Extra(Type.Boolean()),
    service: Extra(
      Maybe(
        Type.Object({
          baseUrl: Text(2048),
          interface: Type.Integer({ minimum: 1, maximum: 2 }),
          name: Text(100),
          config: Type.Record(Type.String(), Text(10_000)),
        }),
      ),
    ),
  }),
  bot_storage: Type.Object({ bot_id: RowId(), key: Text(100_000), value: Text(LONG_TEXT) }),
  bot_commands: Type.Object({
    id: RowId(),
    bot_id: RowId(),
    name: Name(100),
    description: Name(100),
    argument_hint: Text(100),
  }),
  profile_fields: Type.Object({
    id: RowId(),
    name: Name(40),
    hint: Extra(Text(80)),
    type: Type.Integer({ minimum: 1, maximum: 8 }),
    /** JSON text, or empty. */
    field_data: Extra(Text(LONG_TEXT)),
    position: Extra(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    display_in_profile_summary: Extra(Type.Boolean()),
    required: Extra(Type.Boolean()),
    editable_by_user: Extra(Type.Boolean()),
  }),
  profile_values: Type.Object({
    user_id: RowId(),
    field_id: RowId(),
    /** Of a field for people: a list of their IDs as JSON text. */
    value: Text(LONG_TEXT),
    rendered_value: Extra(Maybe(Text(LONG_TEXT))),
  }),
  /** System groups (`role:members` and the like) that are missing are made; their members follow from roles. */
  user_groups: Type.Object({
    id: RowId(),
    name: Name(100),
    description: Extra(Text(1024)),
    is_system: Extra(Type.Boolean()),
    creator_id: Extra(Maybe(RowId())),
    created_at: Extra(Maybe(Time())),
    deactivated: Extra(Type.Boolean()),
    settings: Extra(GroupSettings()),
    members: Ids(MAX_USERS),
    subgroups: Extra(Ids(10_000)),
  }),
  channel_folders: Type.Object({
    id: RowId(),
    name: Name(60),
    description: Extra(Text(1024)),
    rendered_description: Extra(Text(LONG_TEXT)),
    position: Extra(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    creator_id: Extra(Maybe(RowId())),
    created_at: Extra(Time()),
    is_archived: Extra(Type.Boolean()),
  }),
  channels: Type.Object({
    id: RowId(),
    name: Name(60),
    description: Extra(Text(1024)),
    rendered_description: Extra(Text(LONG_TEXT)),
    created_at: Extra(Time()),
    creator_id: Extra(Maybe(RowId())),
    invite_only: Extra(Type.Boolean()),
    is_web_public: Extra(Type.Boolean()),
    history_public_to_subscribers: Extra(Type.Boolean()),
    is_archived: Extra(Type.Boolean()),
    is_default: Extra(Type.Boolean()),
    message_retention_days: Extra(Maybe(Type.Integer({ minimum: -1, maximum: 2_147_483_647 }))),
    topics_policy: Extra(Type.Enum(["inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"])),
    folder_id: Extra(Maybe(RowId())),
    first_message_id: Extra(Maybe(RowId())),
    is_recently_active: Extra(Type.Boolean()),
    weekly_traffic: Extra(Maybe(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))),
    subscribed_groups: Extra(Ids(MAX_LINKED)),
    settings: Extra(GroupSettings()),
  }),
  default_channel_groups: Type.Object({
    id: RowId(),
    name: Name(60),
    description: Text(1024),
    channel_ids: Ids(MAX_CHANNELS),
  }),
  /** A channel and a direct conversation never have the same ID. */
  direct_conversations: Type.Object({ id: RowId(), user_ids: Type.Array(RowId(), { minItems: 1, maxItems: 10_000 }) }),
  linkifiers: Type.Object({ id: RowId(), pattern: Name(1000), url_template: Name(2048) }),
  playgrounds: Type.Object({ id: RowId(), name: Name(1000), pygments_language: Name(40), url_template: Name(2048) }),
  emoji: Type.Object({
    id: RowId(),
    name: Name(100),
    /** Ends with the name of a file in `emoji/`: see `emojiFile`. */
    source_url: Text(1000),
    still_url: Extra(Maybe(Text(1000))),
    deactivated: Extra(Type.Boolean()),
    author_id: Extra(Maybe(RowId())),
  }),
  alert_words: Type.Object({ user_id: RowId(), words: Type.Array(Name(100), { maxItems: 10_000 }) }),
  muted_users: Type.Object({ user_id: RowId(), muted_user_id: RowId(), muted_at: Time() }),
  subscriptions: Type.Object({
    user_id: RowId(),
    channel_id: RowId(),
    is_dormant: Extra(Type.Boolean()),
    /** Whether it ends when the user is in none of the channel's `subscribed_groups` any more. */
    via_group: Extra(Type.Boolean()),
    /** The messages that were sent while they were subscribed; by default all that there are and will be. */
    received: Extra(Maybe(Ranges())),
    /** `#rrggbb`. */
    color: Extra(Maybe(Text(7))),
    is_muted: Extra(Maybe(Type.Boolean())),
    pin_to_top: Extra(Maybe(Type.Boolean())),
    desktop_notifications: Notify,
    audible_notifications: Notify,
    push_notifications: Notify,
    email_notifications: Notify,
    wildcard_mentions_notify: Notify,
  }),
  user_status: Type.Object({ user_id: RowId(), status_text: Text(60), ...Reaction }),
  user_topics: Type.Object({
    user_id: RowId(),
    channel_id: RowId(),
    topic: Text(60),
    visibility_policy: Type.Enum([1, 2, 3]),
    updated_at: Time(),
  }),
  drafts: Type.Object({
    id: RowId(),
    user_id: RowId(),
    type: Type.Enum(["", "private", "stream"]),
    /** One channel, or people. */
    recipients: Ids(10_000),
    topic: Text(60),
    content: Text(LONG_TEXT),
    edited_at: Time(),
  }),
  saved_snippets: Type.Object({
    id: RowId(),
    user_id: RowId(),
    title: Name(60),
    content: Name(10_000),
    created_at: Time(),
  }),
  navigation_views: Type.Object({
    user_id: RowId(),
    fragment: Name(1000),
    is_pinned: Type.Boolean(),
    name: Extra(Maybe(Name(100))),
  }),
  onboarding_steps: Type.Object({ user_id: RowId(), name: Name(100) }),
  uploads: Type.Object({
    id: RowId(),
    owner_id: RowId(),
    /** Below `/user_uploads/`: see `uploadPath`. */
    path: Name(200),
    name: Name(255),
    content_type: Text(200),
    size: Type.Integer({ minimum: 0, maximum: 2 ** 50 }),
    created_at: Time(),
  }),
  /** In the order of their IDs. */
  messages: StagedMessage,
  read_state: Type.Object({ user_id: RowId(), conversation_id: RowId(), ranges: Ranges() }),
  scheduled_messages: Type.Object({
    id: RowId(),
    user_id: RowId(),
    type: Type.Enum(["private", "stream"]),
    recipients: Ids(10_000),
    topic: Text(60),
    content: Name(10_000),
    rendered_content: Extra(Text(LONG_TEXT)),
    client: Extra(Name(100)),
    deliver_at: Time(),
    failure: Extra(Maybe(Text(10_000))),
  }),
  reminders: Type.Object({
    id: RowId(),
    user_id: RowId(),
    message_id: RowId(),
    note: Text(1000),
    content: Name(10_000),
    rendered_content: Extra(Text(LONG_TEXT)),
    deliver_at: Time(),
    failure: Extra(Maybe(Text(10_000))),
  }),
} satisfies Record<string, TObject>;

export type TableName = keyof typeof TABLES;
export type StagedRow<Name extends TableName> = Static<(typeof TABLES)[Name]>;

export const TABLE_NAMES = Object.keys(TABLES) as TableName[];
