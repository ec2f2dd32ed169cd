import { badRequest } from "../../../../platform/errors.ts";
import type { Tx } from "../../../../engine/writer/tx.ts";
import { onlyTo } from "../../../../engine/log/entry.ts";
import { channelRecord, channelRecordNamed, userRecord } from "../../../../engine/model/lookup/record-lookup.ts";
import type { Model } from "../../../../engine/model/model.ts";
import type { Channel, User } from "../../../../engine/model/records.ts";
import { unixSeconds } from "../../../../platform/clock.ts";
import { channelOfInterest, channelToForget } from "../access.ts";
import { VISIBILITY, type VisibilityPolicy } from "../policy.ts";
import { presentMuted } from "../present.ts";
import { type UserTopic, userTopic } from "../queries.ts";
import {
  countsOfTopics,
  deleteTopics,
  namedTopics,
  storeTopics,
  topicsInChannel,
  topicsOfUsers,
} from "../many-queries.ts";
import { mutedTopicsChanged, topicPolicyChanged } from "../events.ts";

/** Each change of what is muted tells older clients the whole list. */
const MOST_TOPICS = 5000;

/** What a user is to want of a topic, by what they want of it now. Whoever says so has checked access. */
export interface Wish {
  readonly user: User;
  readonly channel: Channel;
  readonly topic: string;
  readonly policy: (current: VisibilityPolicy) => VisibilityPolicy;
}

/** `full` means that nothing was stored, because the user has set as many topics as one may. */
export interface Outcome {
  readonly outcome: "set" | "unchanged" | "full";
  readonly policy: VisibilityPolicy;
}

interface Step extends UserTopic {
  readonly user: User;
  readonly userId: number;
  readonly before: VisibilityPolicy;
}

/**
 * Notes what users want of topics and tells them, as far as they do not want it already. So many statements for any
 * number of them: everybody else waits meanwhile. Nobody wants two things of one topic.
 */
export async function setVisibilities(tx: Tx, wishes: readonly Wish[]): Promise<Outcome[]> {
  if (wishes.length === 0) return [];
  const steps = await stepsOf(tx, wishes);
  const changes = steps.filter(({ before, policy }) => policy !== before);
  const forgotten = changes.filter(({ policy }) => policy === VISIBILITY.inherit);
  if (forgotten.length > 0) await deleteTopics(tx.sql, tx.realmId, forgotten);
  const added = changes.filter(({ before }) => before === VISIBILITY.inherit);
  const full = await withoutRoom(tx, added);
  const stored = changes.filter((step) => step.policy !== VISIBILITY.inherit && !full.has(step));
  if (stored.length > 0) await storeTopics(tx.sql, tx.realmId, stored);
  await tell(
    tx,
    changes.filter((step) => !full.has(step)),
  );
  return steps.map((step) => {
    const { before, policy } = step;
    return { outcome: policy === before ? "unchanged" : full.has(step) ? "full" : "set", policy };
  });
}

async function stepsOf(tx: Tx, wishes: readonly Wish[]): Promise<Step[]> {
  const names = wishes.map(({ user, channel, topic }) => ({ userId: user.id, channelId: channel.id, topic }));
  const rows = await namedTopics(tx.sql, tx.realmId, names);
  const updatedAt = unixSeconds(tx.now);
  return wishes.map(({ user, channel, topic, policy }, index) => {
    const before = rows[index]?.policy ?? VISIBILITY.inherit;
    const spelling = rows[index]?.topic ?? topic;
    const place = { user, userId: user.id, channelId: channel.id, topic: spelling };
    return { ...place, before, policy: policy(before), updatedAt };
  });
}

/** Those steps whose users have set as many topics as one may. */
async function withoutRoom(tx: Tx, added: readonly Step[]): Promise<ReadonlySet<Step>> {
  if (added.length === 0) return new Set();
  const ids = added.map(({ userId }) => userId);
  const counts = await countsOfTopics(tx.sql, tx.realmId, ids);
  return new Set(added.filter(({ userId }) => (counts.get(userId) ?? 0) >= MOST_TOPICS));
}

/** Tells what people want of a channel's topics: clients that came to know of it only now have not heard of that. */
export async function tellWishesIn(tx: Tx, channelId: number, after: Model): Promise<void> {
  const rows = await topicsInChannel(tx.sql, tx.realmId, channelId);
  const steps = rows.flatMap((row) => {
    const user = userRecord(after, row.userId);
    return user?.isActive === true ? [{ ...row, user, before: VISIBILITY.inherit }] : [];
  });
  await tell(tx, steps, after);
}

async function tell(tx: Tx, changes: readonly Step[], model: Model = tx.model): Promise<void> {
  const isAboutMute = ({ before, policy }: Step) => before === VISIBILITY.muted || policy === VISIBILITY.muted;
  const ids = new Set(changes.filter(isAboutMute).map(({ userId }) => userId));
  const topics = ids.size === 0 ? new Map<number, UserTopic[]>() : await topicsOfUsers(tx.sql, tx.realmId, [...ids]);
  for (const { user, channelId, topic, policy, updatedAt } of changes) {
    const self = onlyTo(user);
    // Once for each, since all is stored already.
    if (ids.delete(user.id)) {
      const muted = presentMuted(model, user, topics.get(user.id) ?? []);
      tx.emit(mutedTopicsChanged, { muted_topics: muted }, self);
    }
    tx.emit(
      topicPolicyChanged,
      {
        stream_id: channelId,
        topic_name: topic,
        visibility_policy: policy,
        last_updated: updatedAt,
      },
      self,
    );
  }
}

export interface TopicVisibilityInput {
  /** By ID or by name. */
  readonly channel: number | string;
  readonly topic: string;
  readonly policy: VisibilityPolicy;
}

/** What the user asks for themselves. */
export async function chooseTopicVisibility(tx: Tx, user: User, wish: TopicVisibilityInput): Promise<void> {
  const { topic, policy } = wish;
  const named =
    typeof wish.channel === "number"
      ? channelRecord(tx.model, wish.channel)
      : channelRecordNamed(tx.model, wish.channel);
  const isKnown =
    named !== undefined &&
    policy === VISIBILITY.inherit &&
    (await userTopic(tx.sql, tx.realmId, user.id, named.id, topic)) !== undefined;
  const channel =
    policy === VISIBILITY.inherit
      ? channelToForget(tx.model, user, named, isKnown)
      : channelOfInterest(tx.model, user, named);
  const [done] = await setVisibilities(tx, [{ user, channel, topic, policy: () => policy }]);
  if (done?.outcome === "full") throw badRequest(`You can mute, unmute or follow at most ${MOST_TOPICS} topics.`);
}
