import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { boolean, integer, optional, text, withDefault, word, alias } from "#api/parameters/params.ts";
import { cutContent, DELETED, normalizedContent } from "#domains/records/messages/content.ts";
import { renderFor } from "../send/rendering.ts";
import { normalizedTopic } from "../topics/topic.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";
import { AttachmentSchema, presentUpload } from "#domains/files/present.ts";
import { revise } from "./actions/revise.ts";
import { historyOf, HistoryEntrySchema } from "./history.ts";

const MAX_INPUT_LENGTH = 1_000_000;

export const patchMessage = endpoint({
  id: "update-message",
  method: "PATCH",
  path: "/messages/{message_id}",
  summary: "Edits a message, or moves it and others of its topic.",
  auth: "user",
  scope: "messages:write",
  isChannelBound: true,
  audits: "personal",
  params: {
    message_id: integer("The message's ID.", { min: 0 }),
    content: optional(text("The new text, in Markdown.", { max: MAX_INPUT_LENGTH })),
    topic: alias(optional(text("The new topic.", { max: MAX_INPUT_LENGTH })), "subject"),
    stream_id: optional(integer("The channel to move it to.", { min: 0 })),
    propagate_mode: withDefault(
      word("Which messages of the topic move along.", ["change_one", "change_later", "change_all"]),
      "change_one",
    ),
    send_notification_to_old_thread: withDefault(boolean("Whether to tell the old thread."), false),
    send_notification_to_new_thread: withDefault(boolean("Whether to tell the new thread."), true),
    prev_content_sha256: optional(text("The hash of the text that the caller has.", { max: 100 })),
  },
  result: { detached_uploads: Type.Array(AttachmentSchema) },
  errors: [
    "BAD_REQUEST",
    "EXPECTATION_MISMATCH",
    "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
    "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
    "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
  ],
  emits: [
    "update_message",
    "delete_message",
    "message",
    "stream/update",
    "user_topic",
    "muted_topics",
    "attachment/update",
  ],
  async run({ realm, actor, params }) {
    const source = params.content;
    const content = source === undefined ? undefined : source.trim() === "" ? DELETED : normalizedContent(source);
    const edited =
      content === undefined ? undefined : { text: content, rendered: await renderFor(realm, actor, content) };
    const detached = await realm.write(actor, (tx, present) =>
      revise(tx, present, {
        messageId: params.message_id,
        content: edited,
        topic: params.topic === undefined ? undefined : normalizedTopic(params.topic),
        channelId: params.stream_id,
        mode: params.propagate_mode,
        notifiesOldThread: params.send_notification_to_old_thread,
        notifiesNewThread: params.send_notification_to_new_thread,
        prevContentSha256: params.prev_content_sha256,
      }),
    );
    return { detached_uploads: detached.map((upload) => presentUpload(upload, [])) };
  },
});

export const getHistory = endpoint({
  id: "get-message-history",
  method: "GET",
  path: "/messages/{message_id}/history",
  summary: "What a message was before it was edited or moved, the oldest first.",
  auth: "user",
  scope: "messages:read",
  isChannelBound: true,
  params: {
    message_id: integer("The message's ID.", { min: 0 }),
    allow_empty_topic_name: withDefault(boolean("Whether the empty topic may be empty."), false),
  },
  result: { message_history: Type.Array(HistoryEntrySchema) },
  errors: ["BAD_REQUEST"],
  run: async ({ realm, actor, params }) => ({
    message_history: await historyOf(realm, actor, params.message_id, params.allow_empty_topic_name),
  }),
});

export const renderPreview = endpoint({
  id: "render-message",
  method: "POST",
  path: "/messages/render",
  summary: "Markdown as it would look in a message of the caller.",
  auth: "user",
  scope: "messages:read",
  isChannelBound: true,
  audits: "personal",
  params: {
    content: text("The text in Markdown; what is too long for a message is cut, as there.", { max: MAX_INPUT_LENGTH }),
  },
  result: { rendered: Type.String() },
  errors: ["BAD_REQUEST"],
  run: async ({ realm, actor, params }) => {
    const content = cutContent(params.content, LIMITS.max_message_length);
    return { rendered: (await renderFor(realm, actor, content)).html };
  },
});

export const editEndpoints = [patchMessage, getHistory, renderPreview] as const;
