import type { Tx } from "#engine/writer/tx.ts";
import { type RenderedMessage, renderMessage } from "#markup/render.ts";
import { fenced } from "#markup/compose.ts";
import { followMentioned } from "#domains/conversations/send/actions.ts";
import { mentionsInChannel, mentionsOf } from "#domains/conversations/send/mentions.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import { type Post, postToChannel, postToPeople } from "#domains/conversations/send/post/actions/post.ts";
import { ownerOfBot, type Recipient } from "#domains/records/messages/access.ts";
import { answerableChannel } from "./access.ts";

const CLIENT = "OutgoingWebhookResponse";

/** Where a bot was called, and answers. */
export type AnswerPlace =
  | { readonly users: readonly Recipient[] }
  | { readonly channelId: number; readonly topic: string };

/** What a bot's server has answered. */
export type Words = Pick<Post, "content" | "widget"> & { readonly rendered: RenderedMessage };

export async function postAnswer(tx: Tx, bot: User, place: AnswerPlace, words: Words): Promise<void> {
  const { content, widget, rendered } = words;
  const post = { content, widget, renderedContent: rendered.html, client: CLIENT, senderRead: true };
  await postAt(tx, bot, place, { ...post, ...(await mentionsAt(tx, bot, place, rendered)) });
}

/** Posts that a call has failed, and sends the details to the bot's owner. `what` could not be answered. */
export async function postFailure(
  tx: Tx,
  bot: User,
  place: AnswerPlace,
  { what, reason, detail }: { readonly what: string; readonly reason: string; readonly detail: string },
): Promise<void> {
  const isOpen = "users" in place || channelRecord(tx.model, place.channelId)?.isArchived === false;
  if (isOpen) await postAt(tx, bot, place, postWithoutMentions(tx, `Failure! ${reason}`));
  const more = detail === "" ? "" : `\n\n${fenced(detail)}`;
  sendToOwner(tx, bot, `This bot could not answer ${what}. ${reason}${more}`);
}

export function sendToOwner(tx: Tx, bot: User, content: string): void {
  const owner = ownerOfBot(tx.model, bot);
  if (owner !== undefined) postToPeople(tx, bot, [owner], postWithoutMentions(tx, content));
}

/** The mentions in the bot's answer. Mentioned users follow the topic as if a user had mentioned them. */
async function mentionsAt(tx: Tx, bot: User, place: AnswerPlace, rendered: RenderedMessage) {
  if ("users" in place) {
    const receivers = [...new Set([bot, ...place.users].map(({ id }) => id))].sort((a, b) => a - b);
    return mentionsOf(tx, bot, rendered, { topic: "", receivers });
  }
  const { channelId, topic } = place;
  const channel = answerableChannel(tx.model, channelId);
  const mentions = await mentionsInChannel(tx, bot, rendered, { channel, topic });
  await followMentioned(tx, channel, topic, rendered, mentions);
  return mentions;
}

const postWithoutMentions = ({ model }: Tx, content: string): Post => ({
  content,
  renderedContent: renderMessage(content, { model }).html,
  client: CLIENT,
  senderRead: true,
  traits: 0,
});

async function postAt(tx: Tx, bot: User, place: AnswerPlace, post: Post): Promise<void> {
  if ("users" in place) postToPeople(tx, bot, place.users, post);
  else await postToChannel(tx, bot, answerableChannel(tx.model, place.channelId), place.topic, post);
}
