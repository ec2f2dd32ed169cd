import type { Model } from "../../engine/model/model.ts";

/** The settings of an organization, each with its value in a new one. Register shows them as `realm_…`. */
export const REALM_PROPERTIES = {
  allow_message_editing: true,
  avatar_changes_disabled: false,
  default_code_block_language: "",
  default_language: "en",
  description: "",
  digest_emails_enabled: false,
  digest_weekday: 1,
  disallow_disposable_email_addresses: true,
  email_changes_disabled: false,
  emails_restricted_to_domains: false,
  enable_guest_user_dm_warning: true,
  enable_guest_user_indicator: true,
  enable_read_receipts: true,
  enable_spectator_access: false,
  giphy_rating: 2,
  inline_image_preview: true,
  inline_url_embed_preview: false,
  invite_required: true,
  jitsi_server_url: null as string | null,
  message_content_allowed_in_email_notifications: true,
  message_content_edit_limit_seconds: 600 as number | null,
  message_content_delete_limit_seconds: 600 as number | null,
  message_edit_history_visibility_policy: "all",
  move_messages_between_streams_limit_seconds: 604_800 as number | null,
  move_messages_within_stream_limit_seconds: 604_800 as number | null,
  message_retention_days: -1,
  name_changes_disabled: false,
  push_notifications_enabled: false,
  require_e2ee_push_notifications: false,
  require_unique_names: false,
  send_welcome_emails: true,
  topics_policy: "allow_empty_topic" as "allow_empty_topic" | "disable_empty_topic",
  video_chat_provider: 1,
  waiting_period_threshold: 0,
  want_advertise_in_communities_directory: false,
  welcome_message_custom_text: "",
  org_type: 0,
  new_stream_announcements_stream_id: -1,
  signup_announcements_stream_id: -1,
  svc_update_announcements_stream_id: -1,
  moderation_request_channel_id: -1,
};

export type RealmProperties = typeof REALM_PROPERTIES;

export function realmProperty<Name extends keyof RealmProperties>(model: Model, name: Name): RealmProperties[Name] {
  const value = model.realm.settings[name];
  return value === undefined ? REALM_PROPERTIES[name] : (value as RealmProperties[Name]);
}

/** Whether channels may be open to the Internet: the operator and the organization must both allow it. */
export const allowsWebPublic = (model: Model, serverAllows: boolean): boolean =>
  serverAllows && realmProperty(model, "enable_spectator_access");

/** The name of the empty topic for clients that cannot show it. */
export const EMPTY_TOPIC_NAME = "general chat";
