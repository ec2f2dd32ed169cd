import { type KnowableChannel, knownChannel } from "#domains/records/channels/access.ts";
import { channelRecord, channelRecordNamed } from "#engine/model/lookup/record-lookup.ts";
import { usersKey } from "#engine/model/model.ts";
import { mayKnowUser } from "#engine/model/access/permissions.ts";
import type { User } from "#engine/model/records.ts";
import { userByEmail } from "#engine/model/lookup/user-lookup.ts";
import { maySeeEmail } from "#domains/records/users/access.ts";
import { anyUser, systemBotByEmail } from "#domains/records/users/bots/system-bots.ts";
import type { CommonPlace } from "#domains/conversations/queries.ts";
import { namedTopic } from "#domains/conversations/topics/topic.ts";
import { type UnreadPlaces, unreadPlaces } from "../unread/unread.ts";
import type { NarrowContext } from "./context.ts";
import { badNarrow, type Term } from "./terms.ts";
import { caseless } from "#platform/characters.ts";

/** Resolves the operands of a narrow. What the reader may not see is refused like what does not exist. */

export const topicOf = ({ operand }: Term): string => namedTopic(String(operand));

/** A channel by ID or by name; a name may consist of digits. */
export function channelOf({ model, reader }: NarrowContext, { operand }: Term): KnowableChannel {
  const named =
    typeof operand === "number" ? channelRecord(model, operand) : channelRecordNamed(model, String(operand).trim());
  const channel = named === undefined ? undefined : knownChannel(model, reader, named);
  if (channel === undefined) throw badNarrow("unknown channel");
  return channel;
}

export function userOf({ model, reader }: NarrowContext, named: number | string): User {
  const user =
    typeof named === "number" ? anyUser(model, named) : (systemBotByEmail(model, named) ?? userByEmail(model, named));
  if (user === undefined || !mayKnowUser(model, reader, user)) throw badNarrow("unknown user");
  const isRealEmail = typeof named === "string" && caseless(user.email) === caseless(named.trim());
  if (isRealEmail && user.id !== reader.id && !maySeeEmail(reader, user)) throw badNarrow("unknown user");
  return user;
}

/** The conversation of the reader with the named users; the reader may be omitted. */
export function conversationOf(context: NarrowContext, { operand }: Term): number | undefined {
  const named =
    typeof operand === "object"
      ? operand
      : String(operand)
          .split(",")
          .filter((name) => name.trim() !== "");
  if (named.length === 0) return undefined;
  const ids = new Set([context.reader.id, ...named.map((name) => userOf(context, name).id)]);
  const ascending = [...ids].sort((a, b) => a - b);
  return context.model.conversationsByUsers.get(usersKey(ascending))?.id;
}

/** The reader's conversations in which a user takes part, or all of them if the user is the reader. */
export function conversationsWith(context: NarrowContext, { operand }: Term, isGroup: boolean): number[] {
  const { model, reader } = context;
  const user = userOf(context, operand as number | string);
  return [...(model.conversationsOf.get(reader.id) ?? [])].filter((id) => {
    const userIds = model.conversations.get(id)?.userIds ?? [];
    return userIds.includes(user.id) && (!isGroup || userIds.length > 2);
  });
}

/** The places in which unread messages of a narrow can be: those of its channel, topic or conversation, or all. */
export function placesOf(context: NarrowContext, terms: readonly Term[]): UnreadPlaces {
  const { channels, direct } = unreadPlaces(context.model, context.reader);
  const asked = terms.filter(({ negated }) => !negated);
  const topicTerm = asked.find(({ operator }) => operator === "topic");
  const topic = topicTerm === undefined ? undefined : topicOf(topicTerm);
  const channel = asked.find(({ operator }) => operator === "channel");
  if (channel !== undefined) {
    const { id } = channelOf(context, channel);
    return { channels: channels.filter((channel) => channel === id), direct: [], topic };
  }
  const ofPeople = asked.filter(isOfPeople);
  if (ofPeople.length > 0) {
    const lists = ofPeople.map((term) => directOf(context, term, direct));
    return { channels: [], direct: direct.filter((id) => lists.every((list) => list.includes(id))) };
  }
  return topic === undefined ? { channels, direct } : { channels, direct: [], topic };
}

/** The conversations that a term about direct messages names, among all of the reader. */
function directOf(context: NarrowContext, term: Term, direct: readonly number[]): readonly (number | undefined)[] {
  if (isDirectWord(term)) return direct;
  if (term.operator === "dm") return [conversationOf(context, term)];
  return conversationsWith(context, term, term.operator === "group-pm-with");
}

const OF_PEOPLE: ReadonlySet<string> = new Set(["dm", "dm-including", "group-pm-with"]);

export const isDirectWord = ({ operator, operand }: Term): boolean =>
  operator === "is" && (operand === "dm" || operand === "private");

/** Whether a term is about direct messages. */
export const isOfPeople = (term: Term): boolean => OF_PEOPLE.has(term.operator) || isDirectWord(term);

/** The only conversation of a narrow, if there is one. */
export function commonPlace(context: NarrowContext, terms: readonly Term[]): CommonPlace | undefined {
  const term = terms.find(({ operator, negated }) => !negated && (operator === "channel" || operator === "dm"));
  if (term === undefined) return undefined;
  const conversationId = term.operator === "channel" ? channelOf(context, term).id : conversationOf(context, term);
  return conversationId === undefined ? undefined : { realmId: context.model.realm.id, conversationId };
}
