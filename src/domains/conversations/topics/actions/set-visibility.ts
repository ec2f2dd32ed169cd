import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { onlyTo } from "#engine/log/entry.ts";
import { channelRecord, channelRecordNamed, userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { unixSeconds } from "#platform/clock.ts";
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

/** Older clients get the whole list of muted topics at every change. */
const MAX_TOPICS = 5000;

/** A change of a user's policy for a topic; `policy` computes the new one. The caller has checked access. */
export interface PolicyChange {
  readonly user: User;
  readonly channel: Channel;
  readonly topic: string;
  readonly policy: (current: VisibilityPolicy) => VisibilityPolicy;
}

/** `full` means that nothing was stored, because the user has a policy for too many topics. */
export interface PolicyOutcome {
  readonly outcome: "set" | "unchanged" | "full";
  readonly policy: VisibilityPolicy;
}

interface Step extends UserTopic {
  readonly user: User;
  readonly userId: number;
  readonly before: VisibilityPolicy;
}

/**
 * Stores policies that differ from the current ones and emits them to their users. The number of statements is the same
 * for any number of changes, because other writes wait for them. There must not be two changes of one user and topic.
 */
export async function setVisibilities(tx: Tx, requested: readonly PolicyChange[]): Promise<PolicyOutcome[]> {
  if (requested.length === 0) return [];
  const steps = await stepsOf(tx, requested);
  const changes = steps.filter(({ before, policy }) => policy !== before);
  const forgotten = changes.filter(({ policy }) => policy === VISIBILITY.inherit);
  if (forgotten.length > 0) await deleteTopics(tx.sql, tx.realmId, forgotten);
  const added = changes.filter(({ before }) => before === VISIBILITY.inherit);
  const full = await withoutRoom(tx, added);
  const stored = changes.filter((step) => step.policy !== VISIBILITY.inherit && !full.has(step));
  if (stored.length > 0) await storeTopics(tx.sql, tx.realmId, stored);
  await emitPolicies(
    tx,
    changes.filter((step) => !full.has(step)),
  );
  return steps.map((step) => {
    const { before, policy } = step;
    return { outcome: policy === before ? "unchanged" : full.has(step) ? "full" : "set", policy };
  });
}

async function stepsOf(tx: Tx, requested: readonly PolicyChange[]): Promise<Step[]> {
  const names = requested.map(({ user, channel, topic }) => ({ userId: user.id, channelId: channel.id, topic }));
  const rows = await namedTopics(tx.sql, tx.realmId, names);
  const updatedAt = unixSeconds(tx.now);
  return requested.map(({ user, channel, topic, policy }, index) => {
    const before = rows[index]?.policy ?? VISIBILITY.inherit;
    const spelling = rows[index]?.topic ?? topic;
    const place = { user, userId: user.id, channelId: channel.id, topic: spelling };
    return { ...place, before, policy: policy(before), updatedAt };
  });
}

/** The steps whose users have a policy for as many topics as allowed. */
async function withoutRoom(tx: Tx, added: readonly Step[]): Promise<ReadonlySet<Step>> {
  if (added.length === 0) return new Set();
  const ids = added.map(({ userId }) => userId);
  const counts = await countsOfTopics(tx.sql, tx.realmId, ids);
  return new Set(added.filter(({ userId }) => (counts.get(userId) ?? 0) >= MAX_TOPICS));
}

/** Emits all policies for a channel's topics, because clients that get the channel only now do not have them. */
export async function emitTopicsIn(tx: Tx, channelId: number, after: Model): Promise<void> {
  const rows = await topicsInChannel(tx.sql, tx.realmId, channelId);
  const steps = rows.flatMap((row) => {
    const user = userRecord(after, row.userId);
    return user?.isActive === true ? [{ ...row, user, before: VISIBILITY.inherit }] : [];
  });
  await emitPolicies(tx, steps, after);
}

async function emitPolicies(tx: Tx, changes: readonly Step[], model: Model = tx.model): Promise<void> {
  const isAboutMute = ({ before, policy }: Step) => before === VISIBILITY.muted || policy === VISIBILITY.muted;
  const ids = new Set(changes.filter(isAboutMute).map(({ userId }) => userId));
  const topics = ids.size === 0 ? new Map<number, UserTopic[]>() : await topicsOfUsers(tx.sql, tx.realmId, [...ids]);
  for (const { user, channelId, topic, policy, updatedAt } of changes) {
    const self = onlyTo(user);
    // The list is emitted once for each user, because all changes are stored already.
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
  /** The channel's ID or name. */
  readonly channel: number | string;
  readonly topic: string;
  readonly policy: VisibilityPolicy;
}

/** Sets the policy that a user chooses. */
export async function chooseTopicVisibility(tx: Tx, user: User, input: TopicVisibilityInput): Promise<void> {
  const { topic, policy } = input;
  const named =
    typeof input.channel === "number"
      ? channelRecord(tx.model, input.channel)
      : channelRecordNamed(tx.model, input.channel);
  const isKnown =
    named !== undefined &&
    policy === VISIBILITY.inherit &&
    (await userTopic(tx.sql, tx.realmId, user.id, named.id, topic)) !== undefined;
  const channel =
    policy === VISIBILITY.inherit
      ? channelToForget(tx.model, user, named, isKnown)
      : channelOfInterest(tx.model, user, named);
  const [done] = await setVisibilities(tx, [{ user, channel, topic, policy: () => policy }]);
  if (done?.outcome === "full") throw badRequest(`You can mute, unmute or follow at most ${MAX_TOPICS} topics.`);
}
