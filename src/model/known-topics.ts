import type { Model } from "./model.ts";

/**
 * Topics that are known to have messages, so that sending to one need not ask. Not part of the organization's state, but
 * something that this process has seen: a topic that is not here may have messages all the same.
 */
const known = new WeakMap<Model, Map<number, Set<string>>>();
/** Per channel. Who forgets only has to ask again. */
const MOST = 10_000;

export const isKnownTopic = (model: Model, channelId: number, topic: string): boolean =>
  known.get(model)?.get(channelId)?.has(topic.toLowerCase()) === true;

export function rememberTopic(model: Model, channelId: number, topic: string): void {
  const channels = known.get(model) ?? new Map<number, Set<string>>();
  known.set(model, channels);
  const topics = channels.get(channelId) ?? new Set<string>();
  channels.set(channelId, topics);
  if (topics.size >= MOST) topics.clear();
  topics.add(topic.toLowerCase());
}

export function forgetTopics(model: Model, channelId: number): void {
  known.get(model)?.delete(channelId);
}
