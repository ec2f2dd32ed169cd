import type { Revision, Move } from "../revision.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { silentMention, topicSource } from "#markup/compose.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import { caseless } from "#platform/characters.ts";
import { unixSeconds } from "#platform/clock.ts";
import { noticeInChannel } from "#domains/conversations/send/post/actions/notice.ts";
import { VISIBILITY } from "#domains/conversations/topics/policy.ts";
import { everybodysTopic } from "#domains/conversations/topics/queries.ts";
import { userSetting } from "#domains/records/users/record/settings.ts";
import { notificationBot } from "#domains/records/users/bots/system-bots.ts";
import { newestOfTopic } from "../queries.ts";
import { eraseMessages } from "./delete.ts";

/** Sends notices about a move to both threads, as far as the actor asks for them, or one that a topic is resolved. */
export async function sendMoveNotices(tx: Tx, actor: User, move: Move, revision: Revision): Promise<void> {
  const { source, target, oldTopic, newTopic } = move;
  if (move.resolution !== undefined) {
    if (revision.content === undefined) await noticeOfResolution(tx, actor, move);
    return;
  }
  const isElsewhere = source.id !== target.id || caseless(oldTopic) !== caseless(newTopic);
  if (revision.notifiesNewThread && isElsewhere) {
    await noticeInChannel(tx, target, newTopic, arrival(actor, move), { by: actor, readBy: [actor.id] });
  }
  if (revision.notifiesOldThread && isElsewhere) {
    await noticeInChannel(tx, source, oldTopic, departure(actor, move), { by: actor, readBy: [actor.id] });
  }
}

function arrival(actor: User, move: Move): string {
  const from = topicSource(move.source, move.oldTopic);
  const [only, ...others] = move.messages;
  if (move.isWholeTopic && !move.joinsOthers)
    return `This topic was moved here from ${from} by ${silentMention(actor)}.`;
  if (only !== undefined && others.length === 0) {
    const link = topicSource(move.target, move.newTopic, only.id);
    return `A message (${link}) was moved here from ${from} by ${silentMention(actor)}.`;
  }
  return `${move.messages.length} messages were moved here from ${from} by ${silentMention(actor)}.`;
}

function departure(actor: User, move: Move): string {
  const to = topicSource(move.target, move.newTopic);
  if (move.isWholeTopic) return `This topic was moved to ${to} by ${silentMention(actor)}.`;
  if (move.messages.length === 1) return `A message was moved from this topic to ${to} by ${silentMention(actor)}.`;
  return `${move.messages.length} messages were moved from this topic to ${to} by ${silentMention(actor)}.`;
}

/** A second change within this time removes the notice of the first instead of adding another. */
const UNDO_SECONDS = 60;
const RESOLUTION = /marked this topic as (?:un)?resolved\.$/;

async function noticeOfResolution(tx: Tx, actor: User, move: Move): Promise<void> {
  const bot = notificationBot(tx.model);
  const place = { readerId: bot.id, channelId: move.target.id, topic: move.newTopic, limit: 1 };
  const [last] = await newestOfTopic(tx.sql, tx.realmId, place);
  const isFresh = last !== undefined && unixSeconds(tx.now) - last.sentAt <= UNDO_SECONDS;
  if (isFresh && last.senderId === bot.id && RESOLUTION.test(last.content)) {
    await eraseMessages(tx, [last], actor.id);
    return;
  }
  const readBy = await indifferentTo(tx, actor, move);
  const content = `${silentMention(actor)} has marked this topic as ${move.resolution}.`;
  await noticeInChannel(tx, move.target, move.newTopic, content, { by: actor, readBy });
}

/** Users for whom the notice is read from the start: the actor, and users whose settings say so. */
async function indifferentTo(tx: Tx, actor: User, { target, newTopic }: Move): Promise<number[]> {
  const topic = await everybodysTopic(tx.sql, tx.realmId, target.id, newTopic);
  const followers = new Set(topic.filter(({ policy }) => policy === VISIBILITY.followed).map(({ userId }) => userId));
  return [...(tx.model.subscribers.get(target.id)?.keys() ?? [])].filter((id) => {
    const user = userRecord(tx.model, id);
    if (user === undefined || id === actor.id) return true;
    const policy = userSetting(user, "resolved_topic_notice_auto_read_policy");
    return policy !== "never" && !(policy === "except_followed" && followers.has(id));
  });
}
