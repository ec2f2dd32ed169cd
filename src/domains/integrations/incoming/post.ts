import { ApiError, badRequest } from "#platform/errors.ts";
import type { User } from "#engine/model/records.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { RenderedMessage } from "#markup/render.ts";
import { cutTopic, normalizedTopic } from "#domains/conversations/topics/topic.ts";
import { normalizedContent } from "#domains/records/messages/content.ts";
import { renderFor } from "#domains/conversations/send/rendering.ts";
import { onlyId, sendMessage } from "#domains/conversations/send/send-message.ts";
import type { Integration, WebhookMessage } from "./integration.ts";
import { withoutMentions } from "./text.ts";

interface Destination {
  readonly stream?: string | undefined;
  readonly topic?: string | undefined;
}

/** Sends a message of a bot: to a channel, or to the bot's owner where none is named. */
export async function postIncoming(
  site: Site,
  realm: RealmRuntime,
  bot: User,
  integration: Integration,
  message: WebhookMessage,
  { stream, topic }: Destination,
): Promise<unknown> {
  const isDirect = stream === undefined || stream.trim() === "";
  const { content, rendered } = await renderedWithoutMentions(realm, bot, normalizedContent(message.content));
  const input = {
    to: isDirect ? [ownerOf(bot)] : channelOf(stream),
    topic: isDirect ? "" : topic === undefined ? cleanTopic(message.topic) : normalizedTopic(topic),
    content,
    rendered,
    client: clientOf(integration),
    senderRead: true,
  };
  try {
    return await sendMessage(site, realm, bot, input, { isDirect, answerOf: onlyId });
  } catch (error) {
    // The owner was told. Services give up webhooks that fail, so a channel that was renamed would end them all.
    if (error instanceof ApiError && error.code === "STREAM_DOES_NOT_EXIST") return undefined;
    throw error;
  }
}

function ownerOf({ botOwnerId }: User): number {
  if (botOwnerId === null) throw badRequest("This bot has no owner: the URL must name a channel (stream=).");
  return botOwnerId;
}

const channelOf = (stream: string): number | string => (/^\d{1,9}$/.test(stream) ? Number(stream) : stream);

/** Whatever an integration has let through: nobody outside of the organization can notify its people. */
export async function renderedWithoutMentions(realm: RealmRuntime, bot: User, content: string) {
  const rendered = await renderFor(realm, bot, content);
  if (!hasMentions(rendered)) return { content, rendered };
  const silent = withoutMentions(content);
  return { content: silent, rendered: await renderFor(realm, bot, silent) };
}

const hasMentions = ({ mentionedUsers, mentionedGroups, channelWildcard, topicWildcard }: RenderedMessage): boolean =>
  channelWildcard || topicWildcard || mentionedUsers.length > 0 || mentionedGroups.length > 0;

const UNFIT = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\s]+/gu;

/** A topic of any text. */
export const cleanTopic = (topic: string): string => cutTopic(topic.replace(UNFIT, " ").trim());

/** The name of the client in messages, such as SvcGithubWebhook. */
const clientOf = ({ name }: Integration): string =>
  `Svc${name
    .split("_")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("")}Webhook`;
