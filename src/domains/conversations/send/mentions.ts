import { ApiError, badRequest } from "#platform/errors.ts";
import { BOT_TYPES } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { RenderedMessage } from "#markup/render.ts";
import { groupRecord, userRecord } from "#engine/model/lookup/record-lookup.ts";
import { usersAlerted } from "#engine/model/lookup/alert-words.ts";
import { isInGroup, isInSetting } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import { isSubscribed, mayReadChannel } from "#engine/model/access/permissions.ts";
import { mayMentionMany } from "./access.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { contentTraits, TRAITS } from "#domains/records/messages/message.ts";
import { BITS } from "#domains/records/messages/flag.ts";
import type { TopicPlace } from "../topics/received.ts";
import { topicReactors, topicSenders } from "../queries.ts";

/** What a text means for its receivers: whom it mentions, by name or all together. */
export interface Mentions {
  readonly traits: number;
  /** BITS by user ID. */
  readonly bits: Readonly<Record<string, number>>;
  /** The users who have muted the sender. */
  readonly readBy: readonly number[];
}

/** Where a text appears. In a channel, mentions of everybody are limited. */
export interface TextPlace {
  readonly channel?: Channel;
  readonly topic: string;
  /** The users who have the message, or will have it. */
  readonly receivers: Iterable<number>;
}

/** Everybody may mention this many users at once. */
const FEW = 15;
/** Older reactions do not make a user a participant of a topic: the lookup blocks other writes. */
const NEWEST_REACTED = 10_000;

const NOBODY: ReadonlySet<number> = new Set();

/** The mentions in a text; refused if its sender may not mention a group or everybody. */
export async function mentionsOf(tx: Tx, sender: User, rendered: RenderedMessage, place: TextPlace): Promise<Mentions> {
  checkGroups(tx, sender, rendered);
  const hasWildcard = rendered.channelWildcard || rendered.topicWildcard;
  const participants = hasWildcard ? await checkedWildcards(tx, sender, rendered, place) : NOBODY;
  const traits =
    contentTraits(rendered) |
    (rendered.channelWildcard ? TRAITS.channelWildcard : 0) |
    (rendered.topicWildcard ? TRAITS.topicWildcard : 0);
  const { mentionedUsers, mentionedGroups } = rendered;
  const alerted = new Set(usersAlerted(tx.model, rendered.text));
  const muters = tx.model.mutersOf.get(sender.id);
  const isQuiet = mentionedUsers.length + mentionedGroups.length + participants.size + alerted.size === 0;
  // Nearly every message is like this, and then costs nothing for its receivers, whatever their number.
  if (isQuiet && muters === undefined) return { traits, bits: {}, readBy: [] };
  const mentioned = new Set(mentionedUsers);
  const isMentioned = (id: number) => {
    const user = userRecord(tx.model, id);
    const isInAny = user !== undefined && mentionedGroups.some((group) => isInGroup(tx.model, user, group));
    return isInAny || mentioned.has(id);
  };
  const bits: Record<string, number> = {};
  const readBy: number[] = [];
  for (const id of place.receivers) {
    const own =
      (isMentioned(id) ? BITS.mentioned : 0) |
      (participants.has(id) ? BITS.topicWildcardMentioned : 0) |
      (alerted.has(id) ? BITS.hasAlertWord : 0);
    if (own !== 0) bits[id] = own;
    if (muters?.has(id) === true) readBy.push(id);
  }
  return { traits: Object.keys(bits).length > 0 ? traits | TRAITS.hasFlags : traits, bits, readBy };
}

/** As `mentionsOf`, for a new message of a channel. */
export async function mentionsInChannel(
  tx: Tx,
  sender: User,
  rendered: RenderedMessage,
  place: { readonly channel: Channel; readonly topic: string },
): Promise<Mentions & { readonly also?: readonly number[] }> {
  const receivers = tx.model.subscribers.get(place.channel.id)?.keys() ?? [];
  const mentions = await mentionsOf(tx, sender, rendered, { ...place, receivers });
  return withCalledBots(tx.model, place.channel, rendered, mentions);
}

/**
 * Bots that a text mentions by name receive it without being subscribed. It is part of their history, but not unread:
 * only messages of subscribed channels can be unread.
 */
function withCalledBots(
  model: Model,
  channel: Channel,
  { mentionedUsers }: RenderedMessage,
  mentions: Mentions,
): Mentions & { readonly also?: readonly number[] } {
  const also = mentionedUsers.filter((id) => isCalled(model, channel, id));
  if (also.length === 0) return mentions;
  const bits = Object.fromEntries(also.map((id) => [id, BITS.mentioned | BITS.historical]));
  return {
    traits: mentions.traits | TRAITS.hasFlags,
    bits: { ...mentions.bits, ...bits },
    readBy: [...mentions.readBy, ...also],
    also,
  };
}

function isCalled(model: Model, channel: Channel, id: number): boolean {
  const user = userRecord(model, id);
  if (user === undefined || user.botType !== BOT_TYPES.generic || !user.isActive) return false;
  if (isSubscribed(model, user, channel)) return false;
  return channel.historyPublicToSubscribers && mayReadChannel(model, user, channel);
}

function checkGroups(tx: Tx, sender: User, { mentionedGroups }: RenderedMessage): void {
  for (const id of mentionedGroups) {
    const group = groupRecord(tx.model, id);
    const setting = group?.settings["can_mention_group"];
    if (group === undefined || setting === undefined || isInSetting(tx.model, sender, setting)) continue;
    throw badRequest(`You are not allowed to mention user group '${group.name}'.`);
  }
}

/** The users whom a mention of the topic reaches. */
async function checkedWildcards(
  tx: Tx,
  sender: User,
  rendered: RenderedMessage,
  { channel, topic }: TextPlace,
): Promise<ReadonlySet<number>> {
  if (channel === undefined) return NOBODY;
  const isUnlimited = mayMentionMany(tx.model, sender);
  const subscribers = tx.model.subscribers.get(channel.id)?.size ?? 0;
  if (rendered.channelWildcard && subscribers > FEW && !isUnlimited) {
    throw new ApiError(
      "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
      "You do not have permission to use channel wildcard mentions in this channel.",
    );
  }
  if (!rendered.topicWildcard) return NOBODY;
  const place = { realmId: tx.realmId, channelId: channel.id, topic };
  return participantsOf(tx, sender, place, isUnlimited ? Number.MAX_SAFE_INTEGER : FEW);
}

/** The users who sent to a topic or reacted there, including the sender; refused if there are more than `most`. */
async function participantsOf(tx: Tx, sender: User, place: TopicPlace, most: number): Promise<ReadonlySet<number>> {
  const senders = await topicSenders(tx.sql, place, most + 1);
  const participants = new Set([sender.id, ...senders]);
  checkFew(participants, most);
  for (const id of await topicReactors(tx.sql, place, NEWEST_REACTED)) participants.add(id);
  checkFew(participants, most);
  return participants;
}

function checkFew(participants: ReadonlySet<number>, most: number): void {
  if (participants.size <= most) return;
  throw new ApiError(
    "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
    "You do not have permission to use topic wildcard mentions in this topic.",
  );
}
