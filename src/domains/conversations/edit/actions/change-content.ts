import type { Revision, ContentChange } from "../revision.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { RenderedMessage } from "#markup/render.ts";
import type { ReadableMessage } from "#domains/conversations/access.ts";
import { mentionsOf } from "#domains/conversations/send/mentions.ts";
import { isMeMessage } from "#domains/records/messages/content.ts";
import { BITS } from "#domains/records/messages/flag.ts";
import { channelRecord, userRecord } from "#engine/model/lookup/record-lookup.ts";
import { holdsMessage, mayReadMessage } from "#engine/model/access/permissions.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { TRAITS } from "#domains/records/messages/message.ts";
import { type Reclaimed, reclaimUploads } from "#domains/files/actions.ts";
import { noteEdited, replaceMentions } from "../queries.ts";

const KEPT = TRAITS.hasReaction | TRAITS.hasSubmessage | TRAITS.hasFlags;

/** Computes what a new text changes for the readers of the message, and stores whom it mentions. */
export async function contentChange(
  tx: Tx,
  actor: User,
  message: ReadableMessage,
  { text, rendered }: NonNullable<Revision["content"]>,
  keepers: readonly number[],
): Promise<ContentChange> {
  const channel = message.isDirect ? undefined : channelRecord(tx.model, message.conversationId);
  const receivers =
    channel === undefined
      ? (tx.model.conversations.get(message.conversationId)?.userIds ?? [])
      : [...holdersOf(tx, channel, message, rendered.mentionedUsers), ...keepers];
  const place = { topic: message.topic, receivers, ...(channel !== undefined && { channel }) };
  const mentions = await mentionsOf(tx, actor, rendered, place);
  const { channelWildcard } = TRAITS;
  const mentionsAnybody = hasMention(mentions.bits) || (mentions.traits & channelWildcard) !== 0;
  // If the old text mentioned everybody, nobody is newly mentioned.
  if (channel !== undefined && mentionsAnybody && (message.traits & channelWildcard) === 0) {
    await noteEdited(tx.sql, tx.realmId, message.id);
  }
  await replaceMentions(tx.sql, tx.realmId, message.id, mentions.bits);
  const { hasUploads, detached } = await sharedBy(tx, actor, message, rendered);
  const traits = mentions.traits | (message.traits & KEPT) | (hasUploads ? TRAITS.hasAttachment : 0);
  return { content: text, renderedContent: rendered.html, traits, detached };
}

/** Runs statements only if the text links to files, or did before. */
function sharedBy(tx: Tx, actor: User, message: ReadableMessage, rendered: RenderedMessage): Promise<Reclaimed> {
  const had = (message.traits & TRAITS.hasAttachment) !== 0;
  if (!had && rendered.linkedUploads.length === 0) return Promise.resolve({ hasUploads: false, detached: [] });
  return reclaimUploads(tx, actor, message.id, rendered);
}

/** The subscribers who have the message, and the mentioned former subscribers who have it and may still read it. */
function holdersOf(tx: Tx, channel: Channel, message: ReadableMessage, named: readonly number[]): number[] {
  const subscribers = tx.model.subscribers.get(channel.id);
  const left = named.filter((id) => {
    const user = userRecord(tx.model, id);
    return user !== undefined && subscribers?.has(id) !== true && mayReadMessage(tx.model, user, channel, message);
  });
  return [...(subscribers?.keys() ?? []), ...left].filter((id) => holdsMessage(tx.model, id, message));
}

const MENTIONS = BITS.mentioned | BITS.topicWildcardMentioned;

const hasMention = (bits: Readonly<Record<string, number>>): boolean =>
  Object.values(bits).some((own) => (own & MENTIONS) !== 0);

/** The fields of the event. */
export const contentFields = (message: ReadableMessage, change: ContentChange) => ({
  orig_content: message.content,
  orig_rendered_content: message.renderedContent,
  content: change.content,
  rendered_content: change.renderedContent,
  is_me_message: isMeMessage(change.content),
});
