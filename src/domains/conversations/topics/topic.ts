import { badRequest } from "#platform/errors.ts";
import type { Model } from "#engine/model/model.ts";
import type { Channel } from "#engine/model/records.ts";
import { badCharacterAt, firstCharacters, isLongerThan } from "#platform/characters.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";
import { EMPTY_TOPIC_NAME, realmProperty } from "#domains/records/organization/properties.ts";

const NO_TOPIC = "(no topic)";
const CUT = "...";

/** A topic as it is stored: trimmed, truncated, and empty if it is one of the names of the empty topic. */
export function normalizedTopic(input: string): string {
  const topic = input.trim();
  if (topic === EMPTY_TOPIC_NAME || topic === NO_TOPIC) return "";
  const bad = badCharacterAt(topic);
  if (bad !== undefined) throw badRequest(`Invalid character in topic, at position ${bad}!`);
  return cutTopic(topic);
}

export function cutTopic(topic: string): string {
  if (!isLongerThan(topic, LIMITS.max_topic_length)) return topic;
  return firstCharacters(topic, LIMITS.max_topic_length - CUT.length).join("") + CUT;
}

/** The topic for a client: a client that does not support the empty topic gets a name for it. */
export const shownTopic = (topic: string, allowsEmpty: boolean): string =>
  topic === "" && !allowsEmpty ? EMPTY_TOPIC_NAME : topic;

/** The topic that a client means by a name. */
export const namedTopic = (name: string): string => (name === EMPTY_TOPIC_NAME ? "" : name);

/** Refuses a topic that the channel's policy, or else the organization's, does not allow. */
export function checkTopicPolicy(model: Model, channel: Channel, topic: string): void {
  const policy = channel.topicsPolicy === "inherit" ? realmProperty(model, "topics_policy") : channel.topicsPolicy;
  const fields = { empty_topic_display_name: EMPTY_TOPIC_NAME };
  if (policy === "disable_empty_topic" && topic === "") {
    throw badRequest("Sending messages to the general chat is not allowed in this channel.", fields);
  }
  if (policy === "empty_topic_only" && topic !== "") {
    throw badRequest("Only the general chat topic is allowed in this channel.", fields);
  }
}
