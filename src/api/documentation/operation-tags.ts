/** A group of operations in the API's documentation. */
export interface OperationTag {
  readonly name: string;
  readonly description: string;
  /** Paths below `PREFIX`. Of several that match a path, the longest decides. */
  readonly paths: readonly string[];
}

/** The requests that this server sends to others have no path here. */
export const OUTGOING_TAG: OperationTag = {
  name: "Outgoing webhooks",
  description: "What Parley sends to the servers of outgoing webhook bots.",
  paths: [],
};

/** In the order in which the documentation shows them. */
export const OPERATION_TAGS: readonly OperationTag[] = [
  {
    name: "Messages",
    description: "Sending, reading, searching, editing and deleting messages; reactions and widgets.",
    paths: ["/messages", "/submessage"],
  },
  {
    name: "Unread messages and flags",
    description: "Marking messages as read or starred, and who has read them.",
    paths: [
      "/messages/flags",
      "/messages/{message_id}/read_receipts",
      "/mark_all_as_read",
      "/mark_stream_as_read",
      "/mark_topic_as_read",
    ],
  },
  {
    name: "Events",
    description: "Registering an event queue together with the state of the organization, and polling it.",
    paths: ["/register", "/events"],
  },
  {
    name: "Channels",
    description: "Channels, their settings, folders and defaults for new users.",
    paths: [
      "/streams",
      "/get_stream_id",
      "/channels",
      "/channel_folders",
      "/default_streams",
      "/default_stream_groups",
    ],
  },
  {
    name: "Subscriptions",
    description: "Who is subscribed to which channels, and each subscriber's own settings of a channel.",
    paths: [
      "/users/me/subscriptions",
      "/users/{user_id}/subscriptions",
      "/users/{user_id}/channels",
      "/streams/{stream_id}/members",
    ],
  },
  {
    name: "Topics",
    description: "The topics of a channel, and following, muting and deleting them.",
    paths: [
      "/users/me/{stream_id}/topics",
      "/user_topics",
      "/users/me/subscriptions/muted_topics",
      "/streams/{stream_id}/delete_topic",
    ],
  },
  {
    name: "Users",
    description: "Accounts of people: finding, creating, changing and deactivating them.",
    paths: ["/users"],
  },
  {
    name: "Invitations",
    description: "Inviting people by mail or by a link.",
    paths: ["/invites"],
  },
  {
    name: "User groups",
    description: "Groups of users and of other groups, which settings and mentions can name.",
    paths: ["/user_groups"],
  },
  {
    name: "Presence, status and typing",
    description: "Who is online, what they say of themselves, and who is writing.",
    paths: [
      "/users/me/presence",
      "/users/{user_id_or_email}/presence",
      "/realm/presence",
      "/users/me/status",
      "/users/{user_id}/status",
      "/typing",
      "/messages/{message_id}/typing",
    ],
  },
  {
    name: "Own account",
    description: "What users decide for themselves: settings, avatar, profile, alert words, muted users, navigation.",
    paths: [
      "/settings",
      "/users/me/avatar",
      "/users/me/profile_data",
      "/users/me/alert_words",
      "/users/me/muted_users",
      "/users/me/onboarding_steps",
      "/navigation_views",
    ],
  },
  {
    name: "Push notifications",
    description: "Phones and browsers that are told of messages.",
    paths: ["/mobile_push", "/web_push", "/users/me/apns_device_token", "/users/me/android_gcm_reg_id"],
  },
  {
    name: "Drafts and saved snippets",
    description: "Texts that are kept for later.",
    paths: ["/drafts", "/saved_snippets"],
  },
  {
    name: "Scheduled messages and reminders",
    description: "What Parley sends at a later time.",
    paths: ["/scheduled_messages", "/reminders"],
  },
  {
    name: "Files",
    description: "Uploading files, reading them and removing them.",
    paths: ["/user_uploads", "/attachments"],
  },
  {
    name: "Video calls",
    description: "Calls on a server that the operator has chosen.",
    paths: ["/calls"],
  },
  {
    name: "Bots",
    description: "Accounts of programs, their keys, their storage and their slash commands.",
    paths: ["/bots", "/bot_storage", "/bot_commands", "/external"],
  },
  {
    name: "Organization",
    description:
      "The settings of the organization, its domains, custom emoji, linkifiers, profile fields, exports and audit log.",
    paths: ["/realm", "/export", "/audit_log"],
  },
  {
    name: "Server and authentication",
    description: "What clients ask before they log in, API keys, and the sessions of browsers.",
    paths: [
      "/server_settings",
      "/fetch_api_key",
      "/dev_fetch_api_key",
      "/jwt/fetch_api_key",
      "/users/me/api_key",
      "/users/me/api_keys",
      "/users/me/two_step",
      "/users/me/passkeys",
      "/realm/two_step",
      "/api_keys",
      "/login",
      "/logout",
      "/client_errors",
      "/sessions",
    ],
  },
  OUTGOING_TAG,
];

const byPath = new Map(OPERATION_TAGS.flatMap(({ name, paths }) => paths.map((path) => [path, name] as const)));

/** Undefined for a path that no group names. */
export function tagOf(path: string): string | undefined {
  for (let part = path; part !== ""; part = part.slice(0, part.lastIndexOf("/"))) {
    const name = byPath.get(part);
    if (name !== undefined) return name;
  }
  return undefined;
}
