import type { Registered } from "../state/registered.ts";
import { callWith } from "./http.ts";

const CAPABILITIES = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
  simplified_presence_events: true,
  individual_emoji_changes: true,
} as const;

/** What decides the form of the state and of the events. */
export const REGISTRATION = {
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  // In a large organization it lists few people and subscribers: the link fetches the others.
  include_subscribers: "partial",
  client_capabilities: CAPABILITIES,
} as const;

/**
 * What the state is made of. Not `stream`: the channels are among those of `subscription`, and 5,000 of them are 4 MB.
 * Events of all types come all the same.
 */
export const FETCHED = [
  "alert_words",
  "bot_commands",
  "channel_folders",
  "custom_profile_fields",
  "default_stream_groups",
  "default_streams",
  "drafts",
  "message",
  "muted_users",
  "navigation_views",
  "onboarding_steps",
  "presence",
  "realm",
  "realm_bot",
  "realm_domains",
  "realm_emoji",
  "realm_incoming_webhook_bots",
  "realm_linkifiers",
  "realm_playgrounds",
  "realm_user",
  "realm_user_groups",
  "realm_user_settings_defaults",
  "recent_private_conversations",
  "reminders",
  "saved_snippets",
  "scheduled_messages",
  "starred_messages",
  "subscription",
  "update_message_flags",
  "user_settings",
  "user_status",
  "user_topic",
];

/** A week: a laptop that slept over a long weekend continues where it was. */
const LIFESPAN_SECS = 7 * 24 * 3600;

/** In an organization of 100,000 people over a slow line; then it is tried again. */
const MAX_MS = 30_000;

export const register = async (as?: number): Promise<Registered> =>
  (await callWith({ as, signal: AbortSignal.timeout(MAX_MS) }, "POST /register", {
    ...REGISTRATION,
    fetch_event_types: FETCHED,
    queue_lifespan_secs: LIFESPAN_SECS,
  })) as unknown as Registered;
