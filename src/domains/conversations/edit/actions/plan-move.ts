import type { PropagateMode, Revision, Move } from "../revision.ts";
import { badRequest } from "#platform/errors.ts";
import { noSuchChannel, postableChannel, readableChannel } from "#domains/records/channels/access.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { ReadableMessage } from "#domains/conversations/access.ts";
import type { MessageRow } from "#domains/conversations/queries.ts";
import { resolution } from "#domains/conversations/topics/resolved-topic.ts";
import { checkTopicPolicy, normalizedTopic } from "#domains/conversations/topics/topic.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import { spansOf } from "#engine/model/access/permissions.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { caseless } from "#platform/characters.ts";
import { unixSeconds } from "#platform/clock.ts";
import { EMPTY_TOPIC_NAME } from "#domains/records/organization/properties.ts";
import { hasMessages } from "#domains/conversations/topics/queries.ts";
import {
  checkInTime,
  checkMayMoveOut,
  checkMayMoveTopic,
  checkMayResolve,
  movableSince,
  type MoveLimit,
  stricter,
  topicTooOld,
} from "../access.ts";
import { ageOfTopic, messagesOfTopic, type SeenTopic, seesWithin } from "../topic-queries.ts";

/** The limit of one request; larger topics are moved in parts. */
const MAX_MOVED = 50_000;

/** Checks a move and computes its messages; undefined if the revision moves nothing. */
export async function plannedMove(
  tx: Tx,
  actor: User,
  message: ReadableMessage,
  revision: Revision,
): Promise<Move | undefined> {
  const newTopic = revision.topic ?? message.topic;
  const targetId = revision.channelId ?? message.conversationId;
  if (newTopic === message.topic && targetId === message.conversationId) return undefined;
  const source = channelRecord(tx.model, message.conversationId) as Channel;
  const target = targetChannel(tx, actor, targetId);
  const oldTopic = message.topic;
  const staysInChannel = target.id === source.id;
  const toggled = staysInChannel ? resolution(oldTopic, newTopic, normalizedTopic) : undefined;
  checkNotEmptyResolved(newTopic);
  checkTopicPolicy(tx.model, target, newTopic);
  const limit = checkedLimit(tx, actor, message, { source, target, changesTopic: newTopic !== oldTopic, toggled });
  const topic = seenTopic(tx, actor, source, oldTopic);
  if (revision.mode === "change_all" && toggled === undefined) await checkAllInTime(tx, topic, limit);
  const isSameTopic = staysInChannel && caseless(newTopic) === caseless(oldTopic);
  return {
    source,
    target,
    oldTopic,
    newTopic,
    resolution: toggled,
    messages: await taken(tx, topic, message, revision.mode, staysInChannel),
    isWholeTopic: await takesAll(tx, topic, revision),
    joinsOthers:
      !isSameTopic && (await hasMessages(tx.sql, { realmId: tx.realmId, channelId: target.id, topic: newTopic })),
  };
}

/** A user who moves a whole topic must be allowed to move its oldest message. */
async function checkAllInTime(tx: Tx, topic: SeenTopic, limit: MoveLimit): Promise<void> {
  const since = movableSince(unixSeconds(tx.now), limit);
  const age = since === null ? undefined : await ageOfTopic(tx.sql, topic, since);
  if (age !== undefined) throw topicTooOld(age);
}

/** The messages to move. Within a channel all of a topic moves; into another channel, only what the actor can see. */
async function taken(
  tx: Tx,
  topic: SeenTopic,
  message: ReadableMessage,
  mode: PropagateMode,
  staysInChannel: boolean,
): Promise<readonly MessageRow[]> {
  if (mode === "change_one") return [message];
  const part = { from: mode === "change_all" ? 0 : message.id, isSeen: !staysInChannel, limit: MAX_MOVED + 1 };
  const messages = await messagesOfTopic(tx.sql, topic, part);
  if (messages.length > MAX_MOVED) throw badRequest(`At most ${MAX_MOVED} messages can be moved at once.`);
  return messages;
}

async function takesAll(tx: Tx, topic: SeenTopic, { mode, messageId }: Revision): Promise<boolean> {
  if (mode === "change_all") return true;
  if (await seesWithin(tx.sql, topic, [0, messageId])) return false;
  return mode === "change_later" || !(await seesWithin(tx.sql, topic, [messageId + 1, Number.MAX_SAFE_INTEGER]));
}

const seenTopic = (tx: Tx, actor: User, channel: Channel, topic: string): SeenTopic => ({
  realmId: tx.realmId,
  channelId: channel.id,
  topic,
  readerId: actor.id,
  spans: channel.historyPublicToSubscribers ? undefined : spansOf(tx.model, actor.id, channel.id),
});

/** A channel of which the actor may not know is refused as missing. */
function targetChannel(tx: Tx, actor: User, id: number): Channel {
  const found = channelRecord(tx.model, id);
  const channel = found === undefined ? undefined : readableChannel(tx.model, actor, found);
  if (channel === undefined || channel.isArchived) throw noSuchChannel();
  return channel;
}

/** The empty topic cannot be resolved. */
function checkNotEmptyResolved(topic: string): void {
  if (topic === "✔" || topic === `✔ ${EMPTY_TOPIC_NAME}`) throw badRequest("General chat cannot be marked as resolved");
}

interface Kind {
  readonly source: Channel;
  readonly target: Channel;
  readonly changesTopic: boolean;
  readonly toggled: Move["resolution"];
}

/** Checks whether the actor may move the messages, and returns the stricter of the time limits that apply. */
function checkedLimit(
  tx: Tx,
  actor: User,
  message: ReadableMessage,
  { source, target, changesTopic, toggled }: Kind,
): MoveLimit {
  const { model } = tx;
  const now = unixSeconds(tx.now);
  let limit: MoveLimit = { seconds: null };
  if (changesTopic && toggled !== undefined) checkMayResolve(model, actor, [source, target]);
  else if (changesTopic) limit = checkMayMoveTopic(model, actor, [source, target]);
  if (target.id !== source.id) {
    limit = stricter(limit, checkMayMoveOut(model, actor, source));
    const known = readableChannel(model, actor, target);
    if (known === undefined || postableChannel(model, actor, known) === undefined) {
      throw badRequest(`Not authorized to send to channel '${target.name}'`);
    }
  }
  checkInTime(message, now, limit);
  return limit;
}
