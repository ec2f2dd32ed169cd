import { badRequest } from "#platform/errors.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { type MarkupContext, type RenderedMessage, renderMessage, topicsNamed } from "#markup/render.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import { caseless } from "#platform/characters.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";
import { picturesAmong } from "#domains/files/pictures/pictures-among.ts";
import { userSetting } from "#domains/records/users/record/settings.ts";
import { readableChannel } from "#domains/records/channels/access.ts";
import { type ViewedTopic, newestInTopics } from "../queries.ts";

/** The limit of HTML is 100 times the longest text: every reader who fetches the message gets it. */
const MAX_HTML_LENGTH = LIMITS.max_message_length * 100;

/** Renders a text as a message of its sender, outside of the writer. Data about its links is read first. */
export async function renderFor(
  realm: RealmRuntime,
  sender: User,
  source: string,
  embed?: MarkupContext["embed"],
): Promise<RenderedMessage> {
  const { model, ownUrls: own } = realm;
  const translateEmoticons = sender.botType === null && userSetting(sender, "translate_emoticons");
  const context: MarkupContext = { model, sender, own, translateEmoticons, embed };
  const named = topicsNamed(source, context).flatMap((topic): ViewedTopic[] => {
    const found = channelRecord(model, topic.channelId);
    const channel = found && readableChannel(model, sender, found);
    return channel === undefined ? [] : [{ ...topic, isProtected: !channel.historyPublicToSubscribers }];
  });
  if (named.length === 0) return rendered(realm, sender, source, context);
  const newest = await newestInTopics(readPool(realm), realm.id, sender.id, named);
  const key = (channelId: number, topic: string) => `${channelId}:${caseless(topic)}`;
  const found = new Map(newest.map(({ channelId, topic, id }) => [key(channelId, topic), id]));
  const newestInTopic = (channelId: number, topic: string) => found.get(key(channelId, topic));
  return rendered(realm, sender, source, { ...context, newestInTopic });
}

/**
 * Only a text that links to uploaded files is rendered again, with their pictures. For any other one there is no promise:
 * it would delay every message a little.
 */
function rendered(
  realm: RealmRuntime,
  sender: User,
  source: string,
  context: MarkupContext,
): RenderedMessage | Promise<RenderedMessage> {
  const first = renderMessage(source, context);
  return first.linkedUploads.length === 0 ? bounded(first) : withPictures(realm, sender, source, context, first);
}

async function withPictures(
  realm: RealmRuntime,
  sender: User,
  source: string,
  context: MarkupContext,
  first: RenderedMessage,
): Promise<RenderedMessage> {
  const uploadedImage = await picturesAmong(realm, sender, first.linkedUploads);
  return bounded(uploadedImage === undefined ? first : renderMessage(source, { ...context, uploadedImage }));
}

function bounded(rendered: RenderedMessage): RenderedMessage {
  if (rendered.html.length > MAX_HTML_LENGTH) throw badRequest("The message is too long once it is formatted");
  return rendered;
}
