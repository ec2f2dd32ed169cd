import { Type } from "typebox";
import { channelRecord } from "../../../engine/model/lookup/record-lookup.ts";
import type { Model } from "../../../engine/model/model.ts";
import { mayKnowChannel } from "../../../engine/model/access/permissions.ts";
import type { User } from "../../../engine/model/records.ts";
import { shownTopic } from "./name.ts";
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

/** Topics of archived channels are as good as gone, until they come back and are told of. */
const isOpen = (model: Model, { channelId }: UserTopic): boolean =>
  channelRecord(model, channelId)?.isArchived === false;

/** Also of channels that were lost: no event takes them away, or brings them back with the channel. */
export const presentTopics = (model: Model, topics: readonly UserTopic[], allowsEmpty: boolean) =>
  topics
    .filter((one) => isOpen(model, one))
    .map((one) => ({
      stream_id: one.channelId,
      topic_name: shownTopic(one.topic, allowsEmpty),
      visibility_policy: one.policy,
      last_updated: one.updatedAt,
    }));

/** This form names the channels, and so holds only those that the user may know of. */
export const presentMuted = (model: Model, user: User, topics: readonly UserTopic[]): [string, string, number][] =>
  topics.flatMap((one) => {
    const channel = channelRecord(model, one.channelId);
    if (one.policy !== VISIBILITY.muted || channel === undefined || !isOpen(model, one)) return [];
    return mayKnowChannel(model, user, channel) ? [[channel.name, one.topic, one.updatedAt]] : [];
  });
