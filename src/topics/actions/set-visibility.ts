import { badRequest } from "../../api/errors.ts";
import type { Tx } from "../../db/tx.ts";
import { onlyTo } from "../../log/entry.ts";
import type { Channel, User } from "../../model/records.ts";
import { unixSeconds } from "../../platform/clock.ts";
import { channelOfInterest, channelToForget } from "../access.ts";
import { VISIBILITY, type VisibilityPolicy } from "../policy.ts";
import { presentMuted } from "../present.ts";
import { countUserTopics, deleteUserTopic, storeUserTopic, userTopic, userTopics } from "../queries.ts";

/** Each change of what is muted tells older clients the whole list. */
const MOST_TOPICS = 5000;

/** `full` means that nothing was stored, because the user has set as many topics as one may. */
export type Outcome = "set" | "unchanged" | "full";

/** Notes what a user wants of a topic and tells them, unless they want it already. Whoever calls has checked access. */
export async function setTopicVisibility(
  tx: Tx,
  user: User,
  channel: Channel,
  topic: string,
  policy: VisibilityPolicy,
): Promise<Outcome> {
  const before = await userTopic(tx.sql, tx.realmId, user.id, channel.id, topic);
  const policyBefore = before?.policy ?? VISIBILITY.inherit;
  if (policyBefore === policy) return "unchanged";
  const after = { channelId: channel.id, topic: before?.topic ?? topic, policy, updatedAt: unixSeconds(tx.now) };
  if (policy === VISIBILITY.inherit) {
    await deleteUserTopic(tx.sql, tx.realmId, user.id, channel.id, topic);
  } else {
    if (before === undefined && (await countUserTopics(tx.sql, tx.realmId, user.id)) >= MOST_TOPICS) return "full";
    await storeUserTopic(tx.sql, tx.realmId, user.id, after);
  }
  const self = onlyTo(user);
  if (policyBefore === VISIBILITY.muted || policy === VISIBILITY.muted) {
    const topics = await userTopics(tx.sql, tx.realmId, user.id);
    tx.emit({ type: "muted_topics", muted_topics: presentMuted(tx.model, user, topics) }, self);
  }
  tx.emit(
    {
      type: "user_topic",
      stream_id: channel.id,
      topic_name: after.topic,
      visibility_policy: policy,
      last_updated: after.updatedAt,
    },
    self,
  );
  return "set";
}

export interface TopicWish {
  /** By ID or by name. */
  readonly channel: number | string;
  readonly topic: string;
  readonly policy: VisibilityPolicy;
}

/** What the user asks for themselves. */
export async function chooseTopicVisibility(tx: Tx, user: User, wish: TopicWish): Promise<void> {
  const { channels, channelsByName } = tx.model;
  const named =
    typeof wish.channel === "number" ? channels.get(wish.channel) : channelsByName.get(wish.channel.toLowerCase());
  const isKnown =
    named !== undefined &&
    wish.policy === VISIBILITY.inherit &&
    (await userTopic(tx.sql, tx.realmId, user.id, named.id, wish.topic)) !== undefined;
  const channel =
    wish.policy === VISIBILITY.inherit
      ? channelToForget(tx.model, user, named, isKnown)
      : channelOfInterest(tx.model, user, named);
  const outcome = await setTopicVisibility(tx, user, channel, wish.topic, wish.policy);
  if (outcome === "full") throw badRequest(`You can mute, unmute or follow at most ${MOST_TOPICS} topics.`);
}
