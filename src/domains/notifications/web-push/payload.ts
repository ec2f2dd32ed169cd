import { shownTopic } from "#domains/conversations/topics/topic.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { ReadableMessage } from "#domains/conversations/access.ts";
import { textsForUser } from "#domains/records/users/email/letter.ts";
import { messageFragment } from "#domains/records/messages/message-link.ts";
import { shownSender } from "../compose.ts";
import type { PushTask } from "./queries.ts";

const MAX_TEXT_LENGTH = 300;

/** A notification as the service worker of the browser client, or an app, receives it. */
export type PushPayload =
  | {
      readonly type: "message";
      /** A device shows one notification for each. */
      readonly tag: string;
      readonly message_id: number;
      readonly organization: string;
      readonly title: string;
      readonly body: string;
      /** Below the organization's URL. */
      readonly url: string;
    }
  | { readonly type: "read"; readonly tag: string; readonly message_id: number };

export function messagePayload(model: Model, reader: User, message: ReadableMessage, task: PushTask): PushPayload {
  const common = { type: "message" as const, tag: task.tag, message_id: message.id, organization: model.realm.name };
  if (!task.showsContent)
    return { ...common, title: model.realm.name, body: textsForUser(reader).t("You have a new message."), url: "/" };
  const url = `/${messageFragment(model, message)}`;
  const sender = shownSender({ model, reader }, message);
  const channel = message.isDirect ? undefined : channelRecord(model, message.conversationId);
  const title = channel === undefined ? sender : `${sender} (#${channel.name} › ${shownTopic(message.topic, false)})`;
  return { ...common, title, body: shortened(message.content), url };
}

const shortened = (text: string): string => {
  const letters = Array.from(text);
  return letters.length > MAX_TEXT_LENGTH ? `${letters.slice(0, MAX_TEXT_LENGTH - 1).join("")}…` : text;
};
