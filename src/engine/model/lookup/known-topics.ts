import { caseless } from "../../../platform/characters.ts";
import type { Model } from "../model.ts";

/**
 * Topics that are known to have messages, so that sending to one need not ask: for everybody, or, where the history is
 * protected, for one viewer. Not part of the organization's state, but something that this process has seen: a topic that
 * is not here may have messages all the same.
 */
const known = new WeakMap<Model, Map<number, Set<string>>>();
/** Per channel. Who forgets only has to ask again. */
const MOST = 10_000;

const keyOf = (topic: string, viewerId: number | undefined): string => `${viewerId ?? ""}:${caseless(topic)}`;

export const isKnownTopic = (model: Model, channelId: number, topic: string, viewerId: number | undefined): boolean =>
  known.get(model)?.get(channelId)?.has(keyOf(topic, viewerId)) === true;

/** Only what was found in the database may be remembered: a message that is about to be stored may yet be refused. */
export function rememberTopic(model: Model, channelId: number, topic: string, viewerId: number | undefined): void {
  const channels = known.get(model) ?? new Map<number, Set<string>>();
  known.set(model, channels);
  const topics = channels.get(channelId) ?? new Set<string>();
  channels.set(channelId, topics);
  if (topics.size >= MOST) topics.clear();
  topics.add(keyOf(topic, viewerId));
}

export function forgetTopics(model: Model, channelId: number): void {
  known.get(model)?.delete(channelId);
}

export function forgetAllTopics(model: Model): void {
  known.delete(model);
}
