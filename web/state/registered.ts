import type { OperationResult, ReceivedEvent } from "../../src/client/client.ts";

/** An event as it comes from the queue. */
export type Event = ReceivedEvent;

/** Wire forms, as far as the client reads them. They keep the names of the API. */
export interface Person {
  readonly user_id: number;
  readonly full_name: string;
  readonly email: string;
  readonly delivery_email: string | null;
  readonly role: number;
  readonly is_bot: boolean;
  readonly is_guest: boolean;
  readonly avatar_url: string | null;
  readonly timezone: string;
  readonly bot_owner_id: number | null;
  readonly date_joined: string;
  readonly profile_data?: Readonly<Record<string, { readonly value: string; readonly rendered_value?: string }>>;
}

export type GroupSetting =
  | number
  | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] };

export interface Group {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly members: readonly number[];
  readonly direct_subgroup_ids: readonly number[];
  readonly is_system_group: boolean;
  readonly deactivated: boolean;
  /** Whether a directory keeps its name and members. Servers before this had none. */
  readonly is_managed?: boolean;
  readonly creator_id: number | null;
  readonly date_created: number | null;
  readonly can_mention_group: GroupSetting;
  readonly can_manage_group: GroupSetting;
  readonly can_add_members_group: GroupSetting;
  readonly can_remove_members_group: GroupSetting;
  readonly can_join_group: GroupSetting;
  readonly can_leave_group: GroupSetting;
}

export interface Channel {
  readonly stream_id: number;
  readonly name: string;
  readonly description: string;
  readonly rendered_description: string;
  readonly invite_only: boolean;
  readonly is_web_public: boolean;
  readonly is_archived: boolean;
  readonly folder_id: number | null;
  readonly topics_policy: string;
  readonly subscriber_count?: number;
  readonly is_recently_active: boolean;
  readonly history_public_to_subscribers: boolean;
  readonly message_retention_days: number | null;
  readonly date_created: number;
  readonly creator_id: number | null;
  readonly stream_weekly_traffic: number | null;
  readonly subscribed_groups?: readonly number[];
  readonly can_send_message_group: GroupSetting;
  readonly can_administer_channel_group: GroupSetting;
  readonly can_add_subscribers_group: GroupSetting;
  readonly can_remove_subscribers_group: GroupSetting;
  readonly can_subscribe_group: GroupSetting;
}

export interface Subscription extends Channel {
  readonly color: string;
  readonly is_muted: boolean;
  readonly pin_to_top: boolean;
}

export interface Folder {
  readonly id: number;
  readonly name: string;
  readonly order: number;
  readonly is_archived: boolean;
  readonly description: string;
}

export interface Status {
  readonly away?: boolean;
  readonly status_text?: string;
  readonly emoji_name?: string;
  readonly emoji_code?: string;
  readonly reaction_type?: string;
}

export interface Presence {
  readonly active_timestamp: number;
  readonly idle_timestamp: number;
}

export interface UserTopic {
  readonly stream_id: number;
  readonly topic_name: string;
  readonly visibility_policy: number;
  readonly last_updated: number;
}

export interface Draft {
  readonly id: number;
  readonly type: "" | "stream" | "private";
  readonly to: readonly number[];
  readonly topic: string;
  readonly content: string;
  readonly timestamp: number;
}

export interface Unread {
  readonly streams: readonly { stream_id: number; topic: string; unread_message_ids: readonly number[] }[];
  readonly pms: readonly { other_user_id: number; unread_message_ids: readonly number[] }[];
  readonly huddles: readonly { user_ids_string: string; unread_message_ids: readonly number[] }[];
  readonly mentions: readonly number[];
}

export interface Emoji {
  readonly id: string;
  readonly name: string;
  readonly source_url: string;
  readonly still_url: string | null;
  readonly deactivated: boolean;
  readonly author_id: number | null;
}

/** A service whose events become messages. */
export interface Integration {
  /** The last part of the path of its URL. */
  readonly name: string;
  readonly display_name: string;
}

/** Some or all of those who are subscribed to a channel. */
export interface WithSubscribers {
  readonly subscribers?: readonly number[];
  readonly partial_subscribers?: readonly number[];
}

/** What `POST /register` answers to this client. */
export interface Registered {
  readonly queue_id: string;
  readonly last_event_id: number;
  readonly user_id: number;
  readonly realm_users: readonly Person[];
  readonly realm_non_active_users: readonly Person[];
  readonly cross_realm_bots: readonly Person[];
  readonly realm_user_groups: readonly Group[];
  readonly subscriptions: readonly (Subscription & WithSubscribers)[];
  readonly unsubscribed: readonly (Subscription & WithSubscribers)[];
  readonly never_subscribed: readonly (Channel & WithSubscribers)[];
  readonly channel_folders: readonly Folder[];
  readonly user_topics: readonly UserTopic[];
  readonly muted_users: readonly { readonly id: number }[];
  readonly user_status: Readonly<Record<string, Status>>;
  readonly presences: Readonly<Record<string, Presence>>;
  readonly server_timestamp: number;
  readonly user_settings: Readonly<Record<string, unknown>>;
  readonly drafts: readonly Draft[];
  readonly scheduled_messages: readonly ScheduledMessage[];
  readonly reminders: readonly Reminder[];
  readonly saved_snippets: readonly Snippet[];
  readonly navigation_views: readonly NavigationView[];
  readonly alert_words: readonly string[];
  readonly starred_messages: readonly number[];
  readonly unread_msgs: Unread;
  readonly recent_private_conversations: readonly {
    readonly user_ids: readonly number[];
    readonly max_message_id: number;
  }[];
  readonly realm_emoji: Readonly<Record<string, Emoji>>;
  readonly realm_linkifiers: readonly Linkifier[];
  readonly realm_playgrounds: readonly Playground[];
  readonly realm_domains: readonly Domain[];
  readonly custom_profile_fields: readonly ProfileField[];
  readonly realm_default_streams: readonly number[];
  readonly realm_default_stream_groups: readonly DefaultGroup[];
  readonly realm_user_settings_defaults: NewcomerSettings;
  readonly realm_bots: readonly RegisteredBot[];
  readonly realm_incoming_webhook_bots: readonly Integration[];
  readonly max_message_id: number;
  readonly onboarding_steps: readonly { readonly name: string }[];
  readonly bot_commands: readonly BotCommand[];
}

export interface BotCommand {
  readonly id: number;
  readonly bot_id: number;
  /** Without the slash. */
  readonly name: string;
  readonly description: string;
  /** What is to be written after the name; may be empty. */
  readonly argument_hint: string;
}

export interface Linkifier {
  readonly id: number;
  readonly pattern: string;
  readonly url_template: string;
}

export interface Playground {
  readonly id: number;
  readonly name: string;
  readonly pygments_language: string;
  readonly url_template: string;
}

export interface Domain {
  readonly domain: string;
  readonly allow_subdomains: boolean;
}

export interface ProfileField {
  readonly id: number;
  readonly type: number;
  readonly order: number;
  readonly name: string;
  readonly hint: string;
  /** JSON: the options of a list, or what an external account is. */
  readonly field_data: string;
  readonly display_in_profile_summary?: boolean;
  readonly required: boolean;
  readonly editable_by_user: boolean;
}

/** Channels that newcomers may choose together. */
export interface DefaultGroup {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly streams: readonly number[];
}

/** The settings of accounts that are created later. */
export type NewcomerSettings = Readonly<Record<string, unknown>>;

export interface ScheduledMessage {
  readonly scheduled_message_id: number;
  readonly type: string;
  readonly to: number | readonly number[];
  readonly topic?: string;
  readonly content: string;
  readonly rendered_content: string;
  readonly scheduled_delivery_timestamp: number;
  readonly failed: boolean;
}

export interface Reminder {
  readonly reminder_id: number;
  readonly content: string;
  readonly rendered_content: string;
  readonly scheduled_delivery_timestamp: number;
  readonly failed: boolean;
  readonly reminder_target_message_id: number;
}

export interface Snippet {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  readonly date_created: number;
}

export interface NavigationView {
  readonly fragment: string;
  readonly is_pinned: boolean;
  readonly name: string | null;
}

export type Message = OperationResult<"GET /messages">["messages"][number];

/** A bot that the user manages. */
export interface Bot {
  readonly user_id: number;
  readonly email: string;
  readonly full_name: string;
  readonly bot_type: number | null;
  readonly is_active: boolean;
  readonly owner_id: number | null;
  readonly services: readonly { readonly base_url?: string; readonly interface?: number }[];
  readonly default_sending_stream: string | null;
  readonly default_events_register_stream: string | null;
  readonly default_all_public_streams: boolean;
}

export interface RegisteredBot extends Omit<Bot, "services"> {
  readonly api_key: string;
  readonly services: readonly (Bot["services"][number] & { readonly token?: string })[];
}
