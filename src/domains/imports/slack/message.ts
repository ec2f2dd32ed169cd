import { channelSource } from "#markup/compose.ts";
import { payloadOf } from "#domains/integrations/incoming/payload.ts";
import { attachmentTexts, blockTexts } from "#domains/integrations/incoming/slack/content.ts";
import { fromMrkdwn, unescaped } from "#domains/integrations/incoming/slack/mrkdwn.ts";
import { PLAIN_NAMES, type SlackNames } from "#domains/integrations/incoming/slack/names.ts";
import { type Json, objectAt, objectsAt, textAt } from "../common/json.ts";
import type { SlackConversations } from "./conversations.ts";
import type { SlackPeople, SlackPerson } from "./people.ts";

/** Slack's longest messages have 40,000 characters. */
const MAX_LENGTH = 100_000;

/** Subtypes of messages that somebody wrote. All others tell what happened in Slack. */
const WRITTEN = new Set([
  "",
  "bot_message",
  "me_message",
  "file_share",
  "file_comment",
  "file_mention",
  "thread_broadcast",
  "reply_broadcast",
  "slackbot_response",
  "assistant_app_thread",
  "document_mention",
]);

/** Why a message does not come along, in words for the report; undefined if it does. */
export function reasonToLeaveOut(message: Json): string | undefined {
  const subtype = textAt(message, "subtype");
  if (subtype === "tombstone") return "messages that were deleted in Slack";
  if (!WRITTEN.has(subtype)) return `notices of Slack (${subtype.replace(/\W/g, "").slice(0, 40)})`;
  if (textAt(message, "type") !== "" && textAt(message, "type") !== "message") return "events that are no messages";
  return undefined;
}

/** People and channels as texts of messages name them: in a channel mentions become ours. */
export function slackNames(people: SlackPeople, conversations: SlackConversations): SlackNames {
  return {
    user(id, label) {
      const person = people.known(id);
      return person === undefined ? PLAIN_NAMES.user(id, label) : people.mention(person);
    },
    channel(id, label) {
      const channel = conversations.byId(id);
      return channel === undefined || channel.isDirect ? PLAIN_NAMES.channel(id, label) : channelSource(channel);
    },
    special(word, label) {
      if (word === "everyone") return "@**everyone**";
      return word === "channel" || word === "here" ? "@**channel**" : PLAIN_NAMES.special(word, label);
    },
  };
}

/** What a message says, in Markdown. People's own messages have their text twice, and `text` keeps its formatting. */
export function messageText(message: Json, names: SlackNames): string[] {
  const payload = payloadOf(message);
  const text = fromMrkdwn(textAt(message, "text"), names, MAX_LENGTH);
  const isOnlyRichText = objectsAt(message, "blocks").every((block) => textAt(block, "type") === "rich_text");
  const shown = text !== "" && isOnlyRichText ? [] : blockTexts(payload, names).filter((block) => block !== "");
  const own = shown.length > 0 ? shown : [text];
  const isMe = textAt(message, "subtype") === "me_message";
  return [...own.map((part) => (isMe ? `/me ${part}` : part)), ...attachmentTexts(payload, names)].filter(
    (part) => part !== "",
  );
}

/** The first line of a text without formatting, for a topic. */
export function firstLineOf(message: Json, people: SlackPeople): string {
  const text = textAt(message, "text").slice(0, 2000);
  const line = text
    .replace(/<@([A-Z0-9]+)(?:\|([^>]*))?>/g, (_whole, id: string, label = "") => `@${people.known(id)?.name ?? label}`)
    .replace(/<[#!][^|>]*\|([^>]*)>/g, "$1")
    .replace(/<!(\w+)[^>]*>/g, "@$1")
    .replace(/<([^|>]+)(?:\|([^>]*))?>/g, (_whole, target: string, label?: string) => label || target)
    .split("\n")
    .map((part) => part.replace(/```/g, "").trim())
    .find((part) => part !== "");
  return unescaped(line ?? "").replace(/(?<!\w)([*_~`])([^*_~`]+)\1(?!\w)/g, "$2");
}

/** Who sent a message: a person, or a bot, which may have no account. */
export async function senderOf(message: Json, people: SlackPeople): Promise<SlackPerson> {
  const user = textAt(message, "user") || textAt(objectAt(message, "comment"), "user");
  const profile = objectAt(message, "user_profile");
  if (user !== "") return people.named(user, textAt(profile, "real_name") || textAt(profile, "name"));
  const bot = objectAt(message, "bot_profile");
  const name = textAt(message, "username") || textAt(bot, "name");
  const botId = textAt(message, "bot_id");
  return people.named(botId || `bot ${name}`, name, true);
}
