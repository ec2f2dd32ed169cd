import { whereaboutsAfter } from "./emit-revision.ts";
import type { Revision, Move } from "../revision.ts";
import { setFirstMessage } from "#domains/conversations/send/post/actions/first-message.ts";
import { markChannelActive } from "#domains/conversations/send/post/actions/channel-activity.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { ReadableMessage } from "#domains/conversations/access.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import { mayReadChannel, mayReadMessage } from "#engine/model/access/permissions.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { caseless } from "#platform/characters.ts";
import { followByStarting } from "#domains/conversations/topics/actions/follow-automatically.ts";
import { setVisibilities, type PolicyChange } from "#domains/conversations/topics/actions/set-visibility.ts";
import { moreVisible, VISIBILITY, type VisibilityPolicy } from "#domains/conversations/topics/policy.ts";
import { everybodysTopic } from "#domains/conversations/topics/queries.ts";
import { oldestMessageId, settleFlags } from "../queries.ts";
import { sendMoveNotices } from "./move-notices.ts";

/** Corrects the rows that depend on messages' channel, after they were moved to another one. */
export async function settleMove(tx: Tx, move: Move, marker: number | undefined): Promise<void> {
  if (marker === undefined) return;
  const ids = move.messages.map(({ id }) => id);
  const isIn = (id: number) => tx.model.subscribers.get(move.target.id)?.has(id) === true;
  const mayRead = (id: number) => {
    const user = userRecord(tx.model, id);
    return user !== undefined && mayReadChannel(tx.model, user, move.target);
  };
  await settleFlags(tx.sql, tx.realmId, ids, { isIn, mayRead });
  await markChannelActive(tx, move.target);
  for (const channel of [move.source, move.target]) {
    await setFirstMessage(tx, channel, await oldestMessageId(tx.sql, tx.realmId, channel.id));
  }
}

/** Does what follows from a move after its events: policies of the topics, and notices. */
export async function afterMove(
  tx: Tx,
  actor: User,
  message: ReadableMessage,
  move: Move,
  marker: number | undefined,
  revision: Revision,
): Promise<void> {
  /**
   * Whether a user may read at least one of the messages in their new place, and so may know their new topic. Somebody who
   * was deactivated comes back to the organization as it will be then.
   */
  const mayReadAny = (user: User) =>
    user.isActive &&
    move.messages.some((message) =>
      mayReadMessage(tx.model, user, move.target, whereaboutsAfter(message, move, marker)),
    );
  if (move.isWholeTopic) await carryVisibility(tx, move, mayReadAny);
  else if (!move.joinsOthers) await startTopic(tx, message, move, mayReadAny);
  await sendMoveNotices(tx, actor, move, revision);
}

/** The author of a message that is moved to a new topic follows it as if they had sent the message there. */
async function startTopic(
  tx: Tx,
  { senderId }: ReadableMessage,
  { target, newTopic }: Move,
  mayReadAny: (user: User) => boolean,
): Promise<void> {
  const sender = userRecord(tx.model, senderId);
  if (sender === undefined || !mayReadAny(sender)) return;
  await followByStarting(tx, sender, target, newTopic);
}

/** Moves the policies for the old topic to the new one; if a user has both, the more visible one wins. */
async function carryVisibility(tx: Tx, move: Move, mayReadAny: (user: User) => boolean): Promise<void> {
  const { source, target, oldTopic, newTopic } = move;
  if (source.id === target.id && caseless(oldTopic) === caseless(newTopic)) return;
  const changes: PolicyChange[] = [];
  const carried = await wantsOf(tx, source, oldTopic);
  for (const { user, policy } of carried) {
    changes.push({ user, channel: source, topic: oldTopic, policy: () => VISIBILITY.inherit });
    if (!mayReadAny(user)) continue;
    const there = move.joinsOthers ? (current: VisibilityPolicy) => moreVisible(policy, current) : () => policy;
    changes.push({ user, channel: target, topic: newTopic, policy: there });
  }
  if (move.joinsOthers) changes.push(...(await unmuted(tx, move, new Set(carried.map(({ user }) => user.id)))));
  await setVisibilities(tx, changes);
}

/** Users who had muted only the topic that is joined get it unmuted: otherwise they would lose sight of the moved messages. */
async function unmuted(
  tx: Tx,
  { source, target, newTopic }: Move,
  carried: ReadonlySet<number>,
): Promise<PolicyChange[]> {
  const joined = await wantsOf(tx, target, newTopic);
  return joined
    .filter(({ policy, user }) => policy === VISIBILITY.muted && !carried.has(user.id))
    .filter(({ user }) => mayReadChannel(tx.model, user, source))
    .map(({ user }) => ({ user, channel: target, topic: newTopic, policy: () => VISIBILITY.inherit }));
}

async function wantsOf(tx: Tx, channel: Channel, topic: string): Promise<{ user: User; policy: VisibilityPolicy }[]> {
  const rows = await everybodysTopic(tx.sql, tx.realmId, channel.id, topic);
  return rows.flatMap(({ userId, policy }) => {
    const user = userRecord(tx.model, userId);
    return user === undefined ? [] : [{ user, policy }];
  });
}
