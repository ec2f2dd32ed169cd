import { Type } from "typebox";
import type { Model } from "../model/model.ts";
import { mayKnowChannel } from "../model/permissions.ts";
import type { User } from "../model/records.ts";
import { EMPTY_TOPIC_NAME } from "../realm/properties.ts";
import { VISIBILITY } from "./policy.ts";
import type { UserTopic } from "./queries.ts";

export const UserTopicSchema = {
  stream_id: Type.Integer(),
  topic_name: Type.String(),
  visibility_policy: Type.Integer(),
  last_updated: Type.Integer(),
};

/** Channel name, topic and time of each. */
export const MutedTopicsSchema = Type.Array(Type.Array(Type.Union([Type.String(), Type.Integer()])));

/** Topics of channels that are archived or that the user may no longer know of are as good as gone. */
function shownTopics(model: Model, user: User, topics: readonly UserTopic[]): UserTopic[] {
  return topics.filter(({ channelId }) => {
    const channel = model.channels.get(channelId);
    return channel !== undefined && !channel.isArchived && mayKnowChannel(model, user, channel);
  });
}

export const topicName = (topic: string, allowsEmpty: boolean): string =>
  topic === "" && !allowsEmpty ? EMPTY_TOPIC_NAME : topic;

export const presentTopics = (model: Model, user: User, topics: readonly UserTopic[], allowsEmpty: boolean) =>
  shownTopics(model, user, topics).map((one) => ({
    stream_id: one.channelId,
    topic_name: topicName(one.topic, allowsEmpty),
    visibility_policy: one.policy,
    last_updated: one.updatedAt,
  }));

export const presentMuted = (model: Model, user: User, topics: readonly UserTopic[]): [string, string, number][] =>
  shownTopics(model, user, topics)
    .filter(({ policy }) => policy === VISIBILITY.muted)
    .map(({ channelId, topic, updatedAt }) => [model.channels.get(channelId)?.name ?? "", topic, updatedAt]);
