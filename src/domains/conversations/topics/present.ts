import { Type } from "#platform/schema/type.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import { mayKnowChannel } from "#engine/model/access/permissions.ts";
import type { User } from "#engine/model/records.ts";
import { shownTopic } from "./topic.ts";
import { VISIBILITY } from "./policy.ts";
import type { UserTopic } from "./queries.ts";

export const UserTopicSchema = {
  stream_id: Type.Integer(),
  topic_name: Type.String(),
  visibility_policy: Type.Integer(),
  last_updated: Type.Integer(),
};

/** Lists of channel name, topic and time. */
export const MutedTopicsSchema = Type.Array(Type.Array(Type.Union([Type.String(), Type.Integer()])));

/** Topics of archived channels are left out; unarchiving emits them again. */
const isOpen = (model: Model, { channelId }: UserTopic): boolean =>
  channelRecord(model, channelId)?.isArchived === false;

/** Includes channels that the user has lost: no event removes their topics, or adds them with the channel. */
export const presentTopics = (model: Model, topics: readonly UserTopic[], allowsEmpty: boolean) =>
  topics
    .filter((topic) => isOpen(model, topic))
    .map((topic) => ({
      stream_id: topic.channelId,
      topic_name: shownTopic(topic.topic, allowsEmpty),
      visibility_policy: topic.policy,
      last_updated: topic.updatedAt,
    }));

/** This form contains channel names, so that it is limited to channels of which the user may know. */
export const presentMuted = (model: Model, user: User, topics: readonly UserTopic[]): [string, string, number][] =>
  topics.flatMap((topic) => {
    const channel = channelRecord(model, topic.channelId);
    if (topic.policy !== VISIBILITY.muted || channel === undefined || !isOpen(model, topic)) return [];
    return mayKnowChannel(model, user, channel) ? [[channel.name, topic.topic, topic.updatedAt]] : [];
  });
