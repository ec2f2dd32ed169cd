import { caseless } from "#platform/characters.ts";
import type { Model } from "../model.ts";

/**
 * Topics that are known to have messages, so that sending to one needs no query: for all users or, where the history is
 * protected, for one viewer. This is a cache of this process, not part of the organization's state: a topic that is not
 * here may have messages all the same.
 */
const known = new WeakMap<Model, Map<number, Set<string>>>();
/** Per channel. A dropped topic only costs another query. */
const MAX_COUNT = 10_000;

const keyOf = (topic: string, viewerId: number | undefined): string => `${viewerId ?? ""}:${caseless(topic)}`;

export const isKnownTopic = (model: Model, channelId: number, topic: string, viewerId: number | undefined): boolean =>
  known.get(model)?.get(channelId)?.has(keyOf(topic, viewerId)) === true;

/** Only topics found in the database may be added: a message that is about to be stored may still be refused. */
export function rememberTopic(model: Model, channelId: number, topic: string, viewerId: number | undefined): void {
  const channels = known.get(model) ?? new Map<number, Set<string>>();
  known.set(model, channels);
  const topics = channels.get(channelId) ?? new Set<string>();
  channels.set(channelId, topics);
  if (topics.size >= MAX_COUNT) topics.clear();
  topics.add(keyOf(topic, viewerId));
}

export function forgetTopics(model: Model, channelId: number): void {
  known.get(model)?.delete(channelId);
}

export function forgetAllTopics(model: Model): void {
  known.delete(model);
}
