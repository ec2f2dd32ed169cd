import type { Sql } from "#engine/db/database.ts";
import { holdsMessage, mayReadChannel, type Stay, type Whereabouts } from "#engine/model/access/permissions.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import { isGuest } from "#engine/model/access/membership.ts";
import { caseless } from "#platform/characters.ts";
import type { Term } from "#domains/conversations/read/narrow/terms.ts";
import { BITS } from "#domains/records/messages/flag.ts";
import { TRAITS } from "#domains/records/messages/message.ts";
import { VISIBILITY } from "#domains/conversations/topics/policy.ts";
import { REALM_ID } from "../../harness/cast.ts";

/**
 * Finds the messages of a narrow by looking at every row: slow, and without any query that the server has for it. It is
 * what the plans for a page are compared with.
 */

interface Stored extends Whereabouts {
  readonly isDirect: boolean;
  readonly senderId: number;
  readonly senderRead: boolean;
  readonly topic: string;
  readonly content: string;
  readonly traits: number;
  readonly originId: number | null;
  readonly moves: readonly Stay[] | null;
}

interface Subscription {
  readonly channelId: number;
  readonly isMuted: boolean;
  readonly received: string;
}

/** Everything that is stored about the messages of the organization and one reader. */
export interface Scanned {
  readonly model: Model;
  readonly reader: User;
  readonly messages: readonly Stored[];
  readonly bits: ReadonlyMap<number, number>;
  /** Of everybody who was mentioned, by name or otherwise: `user message`. */
  readonly mentioned: ReadonlySet<string>;
  /** By conversation. */
  readonly read: ReadonlyMap<number, string>;
  readonly subscriptions: ReadonlyMap<number, Subscription>;
  /** By channel and folded topic. */
  readonly policies: ReadonlyMap<string, number>;
}

export async function scan(sql: Sql, model: Model, reader: User): Promise<Scanned> {
  const own = sql`realm_id = ${REALM_ID} and user_id = ${reader.id}`;
  const messages = await sql<Stored[]>`
    select id, conversation_id, is_direct, sender_id, sender_read, topic, content, traits, origin_id, moves
    from message where realm_id = ${REALM_ID} order by id`;
  const flags = await sql<
    { messageId: number; bits: number }[]
  >`select message_id, bits from message_flag where ${own}`;
  const mentioned = await sql<{ userId: number; messageId: number }[]>`
    select user_id, message_id from message_flag where realm_id = ${REALM_ID} and bits & ${BITS.mentioned} <> 0`;
  const read = await sql<{ conversationId: number; ranges: string }[]>`
    select conversation_id, ranges::text as ranges from read_state where ${own}`;
  const subscriptions = await sql<Subscription[]>`
    select channel_id, is_muted, received::text as received from subscription where ${own}`;
  const topics = await sql<{ channelId: number; topic: string; policy: number }[]>`
    select channel_id, topic, visibility_policy as policy from user_topic where ${own}`;
  return {
    model,
    reader,
    messages,
    mentioned: new Set(mentioned.map(({ userId, messageId }) => `${userId} ${messageId}`)),
    bits: new Map(flags.map(({ messageId, bits }) => [messageId, bits])),
    read: new Map(read.map(({ conversationId, ranges }) => [conversationId, ranges])),
    subscriptions: new Map(subscriptions.map((row) => [row.channelId, row])),
    policies: new Map(topics.map(({ channelId, topic, policy }) => [topicKey(channelId, topic), policy])),
  };
}

const topicKey = (channelId: number, topic: string): string => `${channelId} ${caseless(topic)}`;

/** Whether PostgreSQL's text for ranges, such as `{[1,5),[7,)}`, contains a number. */
const isIn = (ranges: string | undefined, id: number): boolean =>
  [...(ranges ?? "").matchAll(/\[(\d*),(\d*)\)|\((),(\d*)\)/g)].some(([, from, past, , end]) => {
    const last = past ?? end ?? "";
    return id >= Number(from ?? 0) && (last === "" || id < Number(last));
  });

const bitsOf = ({ bits }: Scanned, { id }: Stored): number => bits.get(id) ?? 0;

const isHistorical = (scanned: Scanned, message: Stored): boolean => (bitsOf(scanned, message) & BITS.historical) !== 0;

const hasReceived = ({ model, reader }: Scanned, message: Stored): boolean => holdsMessage(model, reader.id, message);

const isOwnDirect = ({ model, reader }: Scanned, { conversationId }: Stored): boolean =>
  model.conversations.get(conversationId)?.userIds.includes(reader.id) === true;

const isRead = ({ read, reader }: Scanned, { id, originId, conversationId, senderId, senderRead }: Stored): boolean =>
  isIn(read.get(originId ?? conversationId), id) || (senderRead && senderId === reader.id);

/** Only in conversations that the reader is in now. */
export function isUnread(scanned: Scanned, message: Stored): boolean {
  if (isRead(scanned, message)) return false;
  if (message.isDirect) return isOwnDirect(scanned, message);
  const { model, reader } = scanned;
  const isSubscribed = model.subscribers.get(message.conversationId)?.has(reader.id) === true;
  return isSubscribed && (isHistorical(scanned, message) || hasReceived(scanned, message));
}

const policyOf = ({ policies }: Scanned, { conversationId, topic, isDirect }: Stored): number | undefined =>
  isDirect ? undefined : policies.get(topicKey(conversationId, topic));

export const isTopicMuted = (scanned: Scanned, message: Stored): boolean =>
  policyOf(scanned, message) === VISIBILITY.muted;

export function isMuted(scanned: Scanned, message: Stored): boolean {
  if (isTopicMuted(scanned, message)) return true;
  const subscription = message.isDirect ? undefined : scanned.subscriptions.get(message.conversationId);
  const isInMutedChannel = subscription?.isMuted === true && subscription.received.endsWith(",)}");
  const policy = policyOf(scanned, message);
  return isInMutedChannel && policy !== VISIBILITY.unmuted && policy !== VISIBILITY.followed;
}

/** What the reader received and may still read, or has added to their history. */
function isInOwnHistory(scanned: Scanned, message: Stored): boolean {
  const { model, reader, subscriptions } = scanned;
  if (message.isDirect) return isOwnDirect(scanned, message);
  const channel = model.channels.get(message.conversationId);
  if (channel === undefined || !mayReadChannel(model, reader, channel)) return false;
  if (isHistorical(scanned, message) || hasReceived(scanned, message)) return true;
  // In a protected history, what arrived while the reader was there is theirs.
  const arrivedAt = message.moves?.at(-1)?.[1] ?? message.id;
  return !channel.historyPublicToSubscribers && isIn(subscriptions.get(channel.id)?.received, arrivedAt);
}

/** Whether a narrow is about a whole channel or all public ones, and not about what the reader received. */
function showsAll({ model, reader }: Scanned, terms: readonly Term[]): boolean {
  if (terms.some(({ operator, operand }) => operator === "is" && operand !== "resolved")) return false;
  return terms.some(({ operator, operand, negated }) => {
    if (negated) return false;
    if (operator === "channels") return operand === "public" && !isGuest(reader);
    const channel = operator === "channel" ? model.channels.get(operand as number) : undefined;
    return channel?.historyPublicToSubscribers === true && mayReadChannel(model, reader, channel);
  });
}

/** The messages of a narrow, ascending. */
export const matchingIn = (scanned: Scanned, terms: readonly Term[]): Stored[] => {
  const isAll = showsAll(scanned, terms);
  return scanned.messages.filter(
    (message) => (isAll || isInOwnHistory(scanned, message)) && terms.every((term) => matches(scanned, term, message)),
  );
};

const matches = (scanned: Scanned, term: Term, message: Stored): boolean =>
  isNeutral(term) || holds(scanned, term, message) !== term.negated;

/** Terms that exclude nothing, negated or not. */
const isNeutral = ({ operator, operand }: Term): boolean =>
  operator === "near" || (operator === "in" && operand === "all");

function holds(scanned: Scanned, { operator, operand }: Term, message: Stored): boolean {
  const { model, reader } = scanned;
  const { isDirect, conversationId, topic, content } = message;
  const people = new Set(isDirect ? model.conversations.get(conversationId)?.userIds : []);
  switch (operator) {
    case "channel":
      return !isDirect && conversationId === operand;
    case "channels": {
      const channel = isDirect ? undefined : model.channels.get(conversationId);
      if (channel === undefined) return false;
      const kinds = { public: !channel.inviteOnly, "web-public": channel.isWebPublic, archived: channel.isArchived };
      return kinds[operand as keyof typeof kinds];
    }
    case "topic":
      return !isDirect && caseless(topic) === caseless(String(operand));
    case "sender":
      return message.senderId === operand;
    case "mentions": {
      const name = model.users.get(operand as number)?.fullName;
      return scanned.mentioned.has(`${operand as number} ${message.id}`) && content.includes(`@**${name}**`);
    }
    case "dm":
      return isDirect && isSame(people, operand as number[], reader.id);
    case "dm-including":
      return isOwnDirect(scanned, message) && people.has(operand as number);
    case "group-pm-with":
      return isOwnDirect(scanned, message) && people.has(operand as number) && people.size > 2;
    case "is":
      return isState(scanned, String(operand), message);
    case "has":
      return (message.traits & { link: TRAITS.hasLink, reaction: TRAITS.hasReaction }[operand as "link"]) !== 0;
    case "in":
      return !isMuted(scanned, message);
    case "id":
      return message.id === operand;
    case "search":
      return caseless(`${isDirect ? "" : topic} ${content}`).includes(String(operand));
    default:
      throw new Error(`no plan for ${operator}`);
  }
}

/** Whether a conversation is that of a reader with some people; nobody is no conversation. */
const isSame = (people: ReadonlySet<number>, named: readonly number[], readerId: number): boolean =>
  named.length > 0 && people.symmetricDifference(new Set([readerId, ...named])).size === 0;

function isState(scanned: Scanned, state: string, message: Stored): boolean {
  const bits = bitsOf(scanned, message);
  switch (state) {
    case "dm":
      return message.isDirect;
    case "starred":
      return (bits & BITS.starred) !== 0;
    case "alerted":
      return (bits & BITS.hasAlertWord) !== 0;
    case "mentioned": {
      const isByAll = (message.traits & TRAITS.channelWildcard) !== 0 && !isHistorical(scanned, message);
      const isByName = (bits & (BITS.mentioned | BITS.topicWildcardMentioned)) !== 0;
      return isByName || (isByAll && (message.moves === null || hasReceived(scanned, message)));
    }
    case "followed":
      return policyOf(scanned, message) === VISIBILITY.followed;
    case "muted":
      return isMuted(scanned, message);
    case "resolved":
      return !message.isDirect && message.topic.startsWith("✔ ");
    case "unread":
      return isUnread(scanned, message);
    default:
      throw new Error(`unknown state ${state}`);
  }
}
