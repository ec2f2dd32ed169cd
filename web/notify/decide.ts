import { t } from "../language/text.ts";
import { type Conversation, conversationOf, topicKey } from "../state/conversation.ts";
import { personOf } from "../state/people.ts";
import type { Message } from "../state/registered.ts";
import type { State } from "../state/state.ts";
import { isMention } from "../state/unread.ts";
import { POLICY } from "../state/user-topics.ts";

export interface Notice {
  readonly hasBanner: boolean;
  readonly hasSound: boolean;
  readonly title: string;
  readonly body: string;
}

/** Why a message concerns the user, by which their settings are asked. */
type Trigger = "direct" | "mention" | "wildcard" | "followed" | "channel";

const setting = ({ personal }: State, name: string): boolean => personal.settings[name] === true;

/** Whether and how a new message is announced, by the user's settings; without regard to what is on the screen. */
export function noticeFor(state: State, message: Message, flags: readonly string[]): Notice | undefined {
  if (message.sender_id === state.ownId || flags.includes("read")) return undefined;
  if (state.personal.mutedUsers.has(message.sender_id)) return undefined;
  const place = conversationOf(message, state.ownId);
  const trigger = triggerOf(state, place, flags);
  if (trigger === undefined) return undefined;
  const [hasBanner, hasSound] = wants(state, place, trigger);
  if (!hasBanner && !hasSound) return undefined;
  const showsText = place.kind === "topic" || setting(state, "pm_content_in_desktop_notifications");
  return {
    hasBanner,
    hasSound,
    title: titleOf(state, place, message),
    body: showsText
      ? textOf(message.content)
      : t("New direct message from {person}", { person: message.sender_full_name }),
  };
}

function triggerOf(state: State, place: Conversation, flags: readonly string[]): Trigger | undefined {
  if (place.kind === "direct") return "direct";
  const isWildcard = flags.includes("stream_wildcard_mentioned") || flags.includes("topic_wildcard_mentioned");
  const policy = state.userTopics.get(topicKey(place.channelId, place.topic))?.visibility_policy ?? POLICY.none;
  if (flags.includes("mentioned") || flags.includes("has_alert_word") || (isMention(flags) && !isWildcard))
    return "mention";
  const subscription = state.channels.subscribed.get(place.channelId);
  const isMuted = policy === POLICY.muted || (subscription?.is_muted === true && policy === POLICY.none);
  if (isMuted) return undefined;
  if (isWildcard && wildcardCounts(state, place.channelId, policy === POLICY.followed)) return "wildcard";
  return policy === POLICY.followed ? "followed" : "channel";
}

/** A setting of the channel goes before the one for all. */
function ofChannel(state: State, channelId: number, own: string, general: string): boolean {
  const value = (state.channels.subscribed.get(channelId) as Readonly<Record<string, unknown>> | undefined)?.[own];
  return typeof value === "boolean" ? value : setting(state, general);
}

const wildcardCounts = (state: State, channelId: number, isFollowed: boolean): boolean =>
  ofChannel(state, channelId, "wildcard_mentions_notify", "wildcard_mentions_notify") ||
  (isFollowed && setting(state, "enable_followed_topic_wildcard_mentions_notify"));

/** A banner, and a sound. */
function wants(state: State, place: Conversation, trigger: Trigger): [boolean, boolean] {
  if (trigger === "direct" || trigger === "mention" || trigger === "wildcard")
    return [setting(state, "enable_desktop_notifications"), setting(state, "enable_sounds")];
  const channelId = place.kind === "topic" ? place.channelId : -1;
  const channel: [boolean, boolean] = [
    ofChannel(state, channelId, "desktop_notifications", "enable_stream_desktop_notifications"),
    ofChannel(state, channelId, "audible_notifications", "enable_stream_audible_notifications"),
  ];
  if (trigger === "channel") return channel;
  return [
    channel[0] || setting(state, "enable_followed_topic_desktop_notifications"),
    channel[1] || setting(state, "enable_followed_topic_audible_notifications"),
  ];
}

function titleOf(state: State, place: Conversation, message: Message): string {
  if (place.kind === "direct") {
    const others = place.userIds.filter((id) => id !== message.sender_id);
    const names = others.map((id) => personOf(state.people, id)?.full_name ?? t("Someone"));
    return names.length === 0
      ? message.sender_full_name
      : t("{person} (with {others})", { person: message.sender_full_name, others: names.join(", ") });
  }
  const channel = state.channels.known.get(place.channelId)?.name ?? "";
  const empty = state.organization.properties["realm_empty_topic_display_name"];
  const topic = place.topic === "" ? (typeof empty === "string" ? empty : "general chat") : place.topic;
  return `${message.sender_full_name} (#${channel} › ${topic})`;
}

const MAX_LENGTH = 300;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/** The words of rendered HTML, for where only text can be shown. What is hidden in a spoiler stays hidden. */
export function textOf(html: string): string {
  const text = html
    .replace(/<div class="spoiler-content"[\s\S]*$/, () => t("(spoiler)"))
    .replace(/<img[^>]*\balt="([^"]*)"[^>]*>/g, "$1")
    .replace(/<br\s*\/?>|<\/(?:p|li|h\d|div|blockquote)>/g, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\n{2,}/g, "\n")
    .trim();
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}
