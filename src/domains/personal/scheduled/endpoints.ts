import { ownTexts } from "#api/responses/long-lists.ts";
import { Type } from "#platform/schema/type.ts";
import { isHumanClient } from "#api/parameters/client-name.ts";
import { endpoint } from "#api/endpoint.ts";
import { badRequest } from "#platform/errors.ts";
import { boolean, Id, integer, json, optional, text, word } from "#api/parameters/params.ts";
import { normalizedContent } from "#domains/records/messages/content.ts";
import { renderFor } from "#domains/conversations/send/rendering.ts";
import { normalizedTopic } from "#domains/conversations/topics/topic.ts";
import { readOwnScheduled, ownScheduledMessages } from "./access.ts";
import { editScheduled, schedule, unschedule } from "./actions.ts";
import { presentScheduled, ScheduledSchema } from "./present.ts";

const MAX_INPUT_LENGTH = 1_000_000;
const MAX_RECIPIENTS = 1000;
/** The end of the year 9999, the last one of clients' dates. */
const LAST_SECOND = 253_402_300_799;

const params = {
  type: word("Whether it goes to a channel or to people.", ["direct", "channel", "stream", "private"]),
  to: json(
    "A channel's ID, or a list of user IDs.",
    Type.Union([Id(), Type.Array(Id(), { maxItems: MAX_RECIPIENTS })]),
  ),
  content: text("The message in Markdown.", { max: MAX_INPUT_LENGTH }),
  topic: text("The topic, for channels.", { max: MAX_INPUT_LENGTH }),
  scheduled_delivery_timestamp: integer("When it is sent, in UNIX seconds.", { min: 0, max: LAST_SECOND }),
};
const id = integer("The scheduled message.", { min: 0 });

const storedType = (type: "direct" | "channel" | "stream" | "private"): "private" | "stream" =>
  type === "direct" || type === "private" ? "private" : "stream";

const getScheduled = endpoint({
  id: "get-scheduled-messages",
  method: "GET",
  path: "/scheduled_messages",
  summary: "The messages that the caller has scheduled, the earliest first.",
  auth: "user",
  scope: "messages:read",
  params: {},
  result: { scheduled_messages: Type.Array(ScheduledSchema) },
  errors: [],
  async run({ realm, actor }) {
    return { scheduled_messages: ownTexts((await ownScheduledMessages(realm, actor)).map(presentScheduled)) };
  },
});

const postScheduled = endpoint({
  id: "create-scheduled-message",
  method: "POST",
  path: "/scheduled_messages",
  summary: "Schedules a message.",
  idempotent: {},
  auth: "user",
  scope: "messages:write",
  audits: "personal",
  params: {
    ...params,
    topic: optional(params.topic),
    read_by_sender: optional(boolean("Whether the sender has read it once it is sent.")),
  },
  result: { scheduled_message_id: Type.Integer() },
  errors: [
    "BAD_REQUEST",
    "STREAM_DOES_NOT_EXIST",
    "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
    "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
  ],
  emits: ["scheduled_messages/add"],
  async run({ realm, actor, params, client }) {
    const type = storedType(params.type);
    if (type === "stream" && params.topic === undefined) throw badRequest("Missing topic");
    const content = normalizedContent(params.content);
    const input = {
      type,
      to: params.to,
      topic: type === "private" ? "" : normalizedTopic(params.topic ?? ""),
      content,
      rendered: await renderFor(realm, actor, content),
      client,
      senderRead: (isToSelf: boolean) => params.read_by_sender ?? (isHumanClient(client) && !isToSelf),
      deliverAt: params.scheduled_delivery_timestamp,
    } as const;
    return realm.write(actor, async (tx, sender) => ({ scheduled_message_id: await schedule(tx, sender, input) }));
  },
});

const patchScheduled = endpoint({
  id: "update-scheduled-message",
  method: "PATCH",
  path: "/scheduled_messages/{scheduled_message_id}",
  summary: "Changes a scheduled message, or gives one that failed another time.",
  since: 184,
  auth: "user",
  scope: "messages:write",
  audits: "personal",
  params: {
    scheduled_message_id: id,
    type: optional(params.type),
    to: optional(params.to),
    content: optional(params.content),
    topic: optional(params.topic),
    scheduled_delivery_timestamp: optional(params.scheduled_delivery_timestamp),
  },
  result: {},
  errors: [
    "BAD_REQUEST",
    "STREAM_DOES_NOT_EXIST",
    "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
    "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
  ],
  emits: ["scheduled_messages/update"],
  async run({ realm, actor, params, client }) {
    const { scheduled_message_id: scheduledId, scheduled_delivery_timestamp: deliverAt, to } = params;
    const isEmpty = [params.type, to, params.content, params.topic, deliverAt].every((value) => value === undefined);
    if (isEmpty) throw badRequest("Nothing to change");
    const type = params.type === undefined ? undefined : storedType(params.type);
    const topic = params.topic === undefined ? undefined : normalizedTopic(params.topic);
    const before = await readOwnScheduled(realm, actor, scheduledId);
    const content = params.content === undefined ? before.content : normalizedContent(params.content);
    const edit = {
      type,
      to,
      topic,
      deliverAt,
      client,
      content: params.content === undefined ? undefined : content,
      prerendered: { content, rendered: await renderFor(realm, actor, content) },
    };
    await realm.write(actor, (tx, sender) => editScheduled(tx, sender, scheduledId, edit));
    return {};
  },
});

const deleteScheduled = endpoint({
  id: "delete-scheduled-message",
  method: "DELETE",
  path: "/scheduled_messages/{scheduled_message_id}",
  summary: "Deletes a scheduled message, which is then not sent.",
  auth: "user",
  scope: "messages:write",
  audits: "personal",
  params: { scheduled_message_id: id },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["scheduled_messages/remove"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, sender) => unschedule(tx, sender, params.scheduled_message_id));
    return {};
  },
});

export const scheduledEndpoints = [getScheduled, postScheduled, patchScheduled, deleteScheduled] as const;
