import { changed, withEntry } from "./collections.ts";
import { withoutMember } from "./group-setting.ts";
import { deactivatedBy } from "./people.ts";
import type { Emoji, Event, Integration, Registered } from "./registered.ts";

/** Settings of the organization and limits of the server, by the names that register gives them. */
export interface Organization {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly emoji: ReadonlyMap<string, Emoji>;
  /** Services that can post here. */
  readonly integrations: readonly Integration[];
}

/** A setting of the user's own, in spite of its name, and numbers that clients work out from groups. */
const OTHERS =
  /^realm_(name_in_email_notifications_policy|(create_(public|private|web_public)_stream|wildcard_mention)_policy)$/;
const PROPERTY = /^(realm|max|server)_|^event_queue_/;

const CALL_PROVIDERS = "realm_available_video_chat_providers";

const isProperty = ([name, value]: [string, unknown]): boolean =>
  PROPERTY.test(name) &&
  !OTHERS.test(name) &&
  name !== "server_timestamp" &&
  name !== "max_message_id" &&
  (typeof value !== "object" || value === null || "direct_members" in value || name === CALL_PROVIDERS);

export const initialOrganization = (from: Registered): Organization => ({
  properties: Object.fromEntries(Object.entries(from).filter(isProperty)),
  emoji: new Map(Object.entries(from.realm_emoji)),
  integrations: from.realm_incoming_webhook_bots,
});

export function reduceOrganization(organization: Organization, event: Event): Organization {
  const gone = deactivatedBy(event);
  if (gone !== undefined) return { ...organization, properties: withoutMember(organization.properties, gone) };
  if (event.type === "realm_emoji") return { ...organization, emoji: reduceEmoji(organization.emoji, event) };
  if (event.type !== "realm") return organization;
  switch (event.op) {
    case "update":
      return withProperties(organization, { [event.property]: event.value });
    case "update_dict":
      return withProperties(organization, event.data);
    default:
      return organization;
  }
}

type EmojiEvent = Extract<Event, { readonly type: "realm_emoji" }>;

function reduceEmoji(emoji: Organization["emoji"], event: EmojiEvent): Organization["emoji"] {
  switch (event.op) {
    case "update":
      return new Map(Object.entries(event.realm_emoji));
    case "add":
      return withEntry(emoji, event.emoji.id, event.emoji);
    case "update_one":
      return changed(emoji, event.emoji_id, (emoji) => ({ ...emoji, ...event.data }));
  }
}

function withProperties(organization: Organization, data: Readonly<Record<string, unknown>>): Organization {
  const renamed = Object.entries(data).map(([name, value]) => [`realm_${name}`, value]);
  const policy = data["message_edit_history_visibility_policy"];
  return {
    ...organization,
    properties: {
      ...organization.properties,
      ...Object.fromEntries(renamed),
      ...(policy !== undefined && { realm_allow_edit_history: policy !== "none" }),
    },
  };
}
