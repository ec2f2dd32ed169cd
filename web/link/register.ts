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
  // In a large organization they are most of the answer: views fetch those of the channel that they show.
  include_subscribers: "false",
  client_capabilities: CAPABILITIES,
} as const;

/** A week: a laptop that slept over a long weekend continues where it was. */
const LIFESPAN_SECS = 7 * 24 * 3600;

/** In an organization of 100,000 people over a slow line; then it is tried again. */
const MAX_MS = 30_000;

export const register = async (as?: number): Promise<Registered> =>
  (await callWith({ as, signal: AbortSignal.timeout(MAX_MS) }, "POST /register", {
    ...REGISTRATION,
    queue_lifespan_secs: LIFESPAN_SECS,
  })) as unknown as Registered;
