import type { LiveRealm } from "../live/realm.ts";
import { type MarkupContext, type RenderedMessage, renderMessage, topicsNamed } from "../markup/render.ts";
import type { User } from "../model/records.ts";
import { userSetting } from "../users/settings.ts";
import { readableChannel } from "../channels/access.ts";
import { newestInTopics } from "./queries.ts";

/** Renders a text as a message of its sender, before anything is locked. What it links to is looked up first. */
export async function renderFor(realm: LiveRealm, sender: User, source: string): Promise<RenderedMessage> {
  const { model, url } = realm;
  const translateEmoticons = sender.botType === null && userSetting(sender, "translate_emoticons");
  const context: MarkupContext = { model, sender, url, translateEmoticons };
  const named = topicsNamed(source, context).filter(({ channelId }) => {
    const channel = model.channels.get(channelId);
    return channel !== undefined && channel.historyPublicToSubscribers && readableChannel(model, sender, channel);
  });
  if (named.length === 0) return renderMessage(source, context);
  const newest = await newestInTopics(realm.sql, realm.id, named);
  const key = (channelId: number, topic: string) => `${channelId}:${topic.toLowerCase()}`;
  const found = new Map(newest.map(({ channelId, topic, id }) => [key(channelId, topic), id]));
  return renderMessage(source, {
    ...context,
    newestInTopic: (channelId, topic) => found.get(key(channelId, topic)),
  });
}
