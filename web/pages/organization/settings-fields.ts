import { t } from "../../language/text.ts";
import type { Field } from "../fields/field.ts";

/** Settings of `PATCH /realm`, by section. Options that the organization decides are in options.ts. */
const toggle = (name: string, label: string, hint?: string): Field => ({
  kind: "toggle",
  name,
  label,
  ...(hint !== undefined && { hint }),
});
const choice = (name: string, label: string, hint?: string): Field => ({
  kind: "choice",
  name,
  label,
  options: [],
  ...(hint !== undefined && { hint }),
});

const NOT_GUESTS = ["role:everyone"];
const NOT_NOBODY = ["role:everyone", "role:nobody"];
const who = (name: string, label: string, excluded: readonly string[] = NOT_GUESTS): Field => ({
  kind: "who",
  name,
  label,
  excluded,
});
const whoever = (name: string, label: string): Field => who(name, label, []);

export const PROFILE: readonly Field[] = [
  { kind: "text", name: "name", label: t("Name"), maxLength: 40 },
  {
    kind: "text",
    name: "description",
    label: t("Description"),
    hint: t("A description of the organization, in Markdown. People can see it before they log in."),
    maxLength: 1000,
    lines: 4,
  },
];

export const JOINING: readonly Field[] = [
  toggle("invite_required", t("People need an invitation to join")),
  who("can_invite_users_group", t("Who can invite by email")),
  who("create_multiuse_invite_group", t("Who can create invitation links")),
  toggle(
    "emails_restricted_to_domains",
    t("Accounts need an email address at one of the allowed domains"),
    t("Add the domains below first."),
  ),
  toggle("disallow_disposable_email_addresses", t("Do not allow disposable email addresses")),
  {
    kind: "choice",
    name: "two_step_required",
    label: t("Who must use two-step login"),
    hint: t("People have 7 days to set it up. After that they set it up before they do anything else."),
    options: [
      { value: "nobody", label: t("Nobody") },
      { value: "administrators", label: t("Administrators only") },
      { value: "everyone", label: t("Everyone") },
    ],
  },
  choice(
    "waiting_period_threshold",
    t("Waiting period before people become full members"),
    t("Permissions can be limited to full members."),
  ),
  choice("default_language", t("Language for new accounts")),
  toggle("send_welcome_emails", t("Send new people emails that explain the first steps")),
  {
    kind: "text",
    name: "welcome_message_custom_text",
    label: t("Additional welcome message for new people"),
    maxLength: 8000,
    lines: 4,
  },
];

export const PEOPLE: readonly Field[] = [
  toggle("name_changes_disabled", t("Prevent people from changing their name")),
  toggle("email_changes_disabled", t("Prevent people from changing their email address")),
  toggle("avatar_changes_disabled", t("Prevent people from changing their picture")),
  toggle("require_unique_names", t("Require unique names")),
  choice(
    "can_access_all_users_group",
    t("Who can see everyone"),
    t("Otherwise guests see only the people they talk to."),
  ),
  toggle("enable_guest_user_indicator", t("Label guests")),
  toggle("enable_guest_user_dm_warning", t("Warn before sending direct messages to guests")),
  whoever("direct_message_initiator_group", t("Who can start direct messages")),
  whoever("direct_message_permission_group", t("Who can take part in direct messages")),
  who("can_create_groups", t("Who can create user groups")),
  who("can_manage_all_groups", t("Who can manage all user groups"), NOT_NOBODY),
  who("can_create_bots_group", t("Who can create any bot")),
  who("can_create_write_only_bots_group", t("Who can create bots that only send messages")),
  who("can_add_custom_emoji_group", t("Who can add custom emoji")),
];

export const MESSAGES: readonly Field[] = [
  toggle("allow_message_editing", t("Allow editing messages")),
  choice("message_content_edit_limit_seconds", t("Time limit for editing messages")),
  {
    kind: "choice",
    name: "message_edit_history_visibility_policy",
    label: t("What people can see of earlier versions"),
    options: [
      { value: "all", label: t("Everything") },
      { value: "moves", label: t("Only moves") },
      { value: "none", label: t("Nothing") },
    ],
  },
  who("can_delete_any_message_group", t("Who can delete any message")),
  whoever("can_delete_own_message_group", t("Who can delete their own messages")),
  choice("message_content_delete_limit_seconds", t("Time limit for deleting one’s own messages")),
  who("can_set_delete_message_policy_group", t("Who can set who deletes messages in a channel")),
  choice(
    "message_retention_days",
    t("Message retention"),
    t("Older messages are deleted permanently. Channels can have their own setting."),
  ),
  whoever("can_mention_many_users_group", t("Who can mention everyone in a large channel")),
  toggle("enable_read_receipts", t("People can see who has read a message")),
  toggle("inline_image_preview", t("Preview linked pictures")),
  toggle(
    "inline_url_embed_preview",
    t("Preview linked pages"),
    t("The pages are fetched by the server, never by people’s browsers."),
  ),
  {
    kind: "text",
    name: "default_code_block_language",
    label: t("Default language for code blocks"),
    hint: t("Such as python or typescript."),
    maxLength: 100,
  },
];

export const CHANNELS: readonly Field[] = [
  who("can_create_public_channel_group", t("Who can create public channels")),
  who("can_create_private_channel_group", t("Who can create private channels")),
  who("can_add_subscribers_group", t("Who can add people to channels")),
  {
    kind: "choice",
    name: "topics_policy",
    label: t("Topics"),
    options: [
      { value: "allow_empty_topic", label: t("Allow messages without a topic") },
      { value: "disable_empty_topic", label: t("Every message needs a topic") },
    ],
  },
  whoever("can_set_topics_policy_group", t("Who can set a channel’s topic rules")),
  whoever("can_resolve_topics_group", t("Who can resolve topics")),
  whoever("can_move_messages_between_topics_group", t("Who can move messages to another topic")),
  choice("move_messages_within_stream_limit_seconds", t("Time limit for moving messages to another topic")),
  who("can_move_messages_between_channels_group", t("Who can move messages to another channel")),
  choice("move_messages_between_streams_limit_seconds", t("Time limit for moving messages to another channel")),
  choice("new_stream_announcements_stream_id", t("Channel for announcements of new channels")),
  choice("signup_announcements_stream_id", t("Channel for announcements of new people")),
];

export const CALLS: readonly Field[] = [
  choice(
    "video_chat_provider",
    t("Video calls"),
    t("Zoom and BigBlueButton are available if the server’s operator has set them up."),
  ),
  {
    kind: "text",
    name: "jitsi_server_url",
    label: t("Jitsi server"),
    hint: t("Its URL. Leave it empty for the server’s default."),
    maxLength: 200,
  },
];

export const MAILS: readonly Field[] = [
  toggle(
    "message_content_allowed_in_email_notifications",
    t("Emails can contain messages"),
    t("Otherwise they only say that there are messages."),
  ),
  toggle("digest_emails_enabled", t("Send weekly digests to people who were away")),
  {
    kind: "choice",
    name: "digest_weekday",
    label: t("Day for digests"),
    options: [
      { value: 0, label: t("Monday") },
      { value: 1, label: t("Tuesday") },
      { value: 2, label: t("Wednesday") },
      { value: 3, label: t("Thursday") },
      { value: 4, label: t("Friday") },
      { value: 5, label: t("Saturday") },
      { value: 6, label: t("Sunday") },
    ],
  },
];

export const MODERATION: readonly Field[] = [
  choice(
    "moderation_request_channel_id",
    t("Channel that receives reports"),
    t("A private channel. Without one, messages cannot be reported."),
  ),
];

export const API_KEYS: readonly Field[] = [
  choice(
    "api_key_max_days",
    t("Maximum lifetime of new API keys"),
    t("Existing keys are not affected, and neither is the key that every account has."),
  ),
  {
    kind: "choice",
    name: "mcp_access",
    label: t("Who can connect AI assistants (MCP)"),
    hint: t("An assistant reads and writes as the person who connects it, as far as its key allows."),
    options: [
      { value: "nobody", label: t("Nobody") },
      { value: "administrators", label: t("Administrators only") },
      { value: "everyone", label: t("Everyone") },
    ],
  },
  toggle(
    "mcp_client_registration",
    t("Assistants can register themselves"),
    t("Some need it to connect without a key. People are asked in any case."),
  ),
];

/** What only owners change. */
export const OF_OWNERS: ReadonlySet<string> = new Set([
  "waiting_period_threshold",
  "invite_required",
  "emails_restricted_to_domains",
  "disallow_disposable_email_addresses",
  "two_step_required",
  "message_retention_days",
  "create_multiuse_invite_group",
  "can_create_groups",
  "can_invite_users_group",
  "can_manage_all_groups",
]);
