import { type Static, Type } from "#platform/schema/type.ts";
import { topicLinks } from "#markup/render.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import { STRANGER_AVATAR } from "#domains/records/organization/drawn-picture.ts";
import { apiEmail, avatarUrl, placeholderEmail, STRANGER_NAME } from "#domains/records/users/present.ts";
import { anyUser } from "#domains/records/users/bots/system-bots.ts";
import { isMeMessage } from "#domains/records/messages/content.ts";
import type { Message } from "#domains/records/messages/message.ts";
import type { Readable } from "./access.ts";
import { EditSchema, lastTimes, presentEdit, shownEdits } from "./read/edit-history.ts";
import type { Edit } from "./queries.ts";
import { shownTopic } from "./topics/topic.ts";

const ReactionSchema = Type.Object({
  emoji_name: Type.String(),
  emoji_code: Type.String(),
  reaction_type: Type.String(),
  user_id: Type.Integer(),
});

const editFields = {
  last_edit_timestamp: Type.Optional(Type.Integer()),
  last_moved_timestamp: Type.Optional(Type.Integer()),
  edit_history: Type.Optional(Type.Array(EditSchema)),
};

export const MessageSchema = Type.Object({
  ...editFields,
  id: Type.Integer(),
  sender_id: Type.Integer(),
  sender_email: Type.String(),
  sender_full_name: Type.String(),
  sender_realm_str: Type.String(),
  avatar_url: Type.Union([Type.String(), Type.Null()]),
  type: Type.Enum(["stream", "private"]),
  stream_id: Type.Optional(Type.Integer()),
  display_recipient: Type.Union([
    Type.String(),
    Type.Array(
      Type.Object({
        id: Type.Integer(),
        email: Type.String(),
        full_name: Type.String(),
        is_mirror_dummy: Type.Boolean(),
      }),
    ),
  ]),
  recipient_id: Type.Integer(),
  subject: Type.String(),
  topic_links: Type.Array(Type.Object({ text: Type.String(), url: Type.String() })),
  content: Type.String(),
  content_type: Type.String(),
  client: Type.String(),
  timestamp: Type.Integer(),
  is_me_message: Type.Boolean(),
  reactions: Type.Array(ReactionSchema),
  submessages: Type.Array(
    Type.Object({
      id: Type.Integer(),
      message_id: Type.Integer(),
      sender_id: Type.Integer(),
      msg_type: Type.String(),
      content: Type.String(),
    }),
  ),
});

export type PresentedMessage = Static<typeof MessageSchema>;

export interface MessageView {
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  readonly allowEmptyTopic: boolean;
  /** Whether the reader may not see who the sender is. */
  readonly hidesSender: boolean;
}

/** Data of a message from other tables. Most messages have none. */
export interface Details {
  readonly reactions?: PresentedMessage["reactions"];
  readonly submessages?: PresentedMessage["submessages"];
}

type Shown = Readable<Message> & { readonly edits?: readonly Edit[] | null };

/** A message for one reader, in answers and in events. Pages contain thousands, so nothing is copied twice. */
export function presentMessage(
  model: Model,
  message: Shown,
  view: MessageView,
  flags?: string[],
  details: Details = {},
): PresentedMessage {
  const sender = anyUser(model, message.senderId);
  if (sender === undefined) throw new Error(`message ${message.id} has a sender whom the model does not know`);
  const { isDirect } = message;
  const presented: PresentedMessage & { flags?: string[] } = {
    id: message.id,
    sender_id: sender.id,
    sender_email: view.hidesSender ? placeholderEmail(model, sender) : apiEmail(model, sender),
    sender_full_name: view.hidesSender ? STRANGER_NAME : sender.fullName,
    sender_realm_str: model.realm.subdomain,
    avatar_url: view.hidesSender ? STRANGER_AVATAR : avatarUrl(model, sender, view.clientGravatar),
    type: isDirect ? "private" : "stream",
    display_recipient: isDirect ? participants(model, message) : channelName(model, message),
    recipient_id: message.conversationId,
    subject: isDirect ? "" : shownTopic(message.topic, view.allowEmptyTopic),
    topic_links: isDirect ? [] : topicLinks(message.topic, model),
    content: view.applyMarkdown ? message.renderedContent : message.content,
    content_type: view.applyMarkdown ? "text/html" : "text/x-markdown",
    client: message.client,
    timestamp: message.sentAt,
    is_me_message: isMeMessage(message.content),
    reactions: details.reactions ?? [],
    submessages: details.submessages ?? [],
  };
  if (!isDirect) presented.stream_id = message.conversationId;
  if (flags !== undefined) presented.flags = flags;
  if (message.edits) presentEdits(model, presented, message.edits, view.allowEmptyTopic);
  return presented;
}

function presentEdits(model: Model, presented: PresentedMessage, edits: readonly Edit[], allowEmptyTopic: boolean) {
  Object.assign(presented, lastTimes(edits));
  const shown = shownEdits(model, edits);
  if (shown.length > 0) presented.edit_history = shown.map((edit) => presentEdit(edit, allowEmptyTopic));
}

const channelName = (model: Model, message: Message): string =>
  channelRecord(model, message.conversationId)?.name ?? "";

function participants(model: Model, message: Message) {
  const ids = model.conversations.get(message.conversationId)?.userIds ?? [];
  return ids.flatMap((id) => {
    const user = anyUser(model, id);
    if (user === undefined) return [];
    return [{ id, email: apiEmail(model, user), full_name: user.fullName, is_mirror_dummy: false }];
  });
}
