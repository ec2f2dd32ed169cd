import { Type } from "#platform/schema/type.ts";
import { isHumanClient } from "#api/parameters/client-name.ts";
import { endpoint } from "#api/endpoint.ts";
import { ApiError, badRequest } from "#platform/errors.ts";
import { alias, boolean, optional, text, word } from "#api/parameters/params.ts";
import { linksTo } from "./links.ts";
import { sendMessage } from "./send-message.ts";
import { normalizedContent } from "#domains/records/messages/content.ts";
import { lookupEndpoints } from "../read/lookup/endpoints.ts";
import { readEndpoints } from "../read/endpoints.ts";
import { ownChannel, toParam } from "./recipients.ts";
import { renderFor } from "./rendering.ts";
import { normalizedTopic } from "../topics/topic.ts";
import { checkedForm, widgetOf } from "./widget.ts";

const MAX_INPUT_LENGTH = 1_000_000;

export const postMessage = endpoint({
  id: "send-message",
  method: "POST",
  path: "/messages",
  summary: "Sends a message to a channel or to people.",
  idempotent: { except: ["queue_id", "local_id"] },
  auth: "sender",
  scope: "messages:write",
  isChannelBound: true,
  audits: "personal",
  params: {
    type: word("Whether it goes to a channel or to people.", ["direct", "channel", "stream", "private"]),
    to: optional(toParam),
    topic: alias(optional(text("The topic, for channels.", { max: MAX_INPUT_LENGTH })), "subject"),
    content: text("The message in Markdown.", { max: MAX_INPUT_LENGTH }),
    queue_id: optional(text("The sender's queue, which gets `local_id` back.", { max: 100 })),
    local_id: optional(text("A name of the client's own for the message.", { max: 100 })),
    read_by_sender: optional(boolean("Whether the sender has read it already.")),
    widget_content: optional(text("A form that a bot offers, as JSON.", { max: MAX_INPUT_LENGTH })),
    sender: optional(text("Refused: nobody sends in another's name.", { max: 1000 })),
    forged: optional(text("Refused if true: see `sender`.", { max: 100 })),
  },
  result: {
    id: Type.Integer(),
    automatic_new_visibility_policy: Type.Optional(Type.Enum([2, 3])),
    message_url: Type.String({ description: "Where clients show the message." }),
    message_link: Type.String({ description: "A link to it, in Markdown." }),
  },
  errors: [
    "BAD_REQUEST",
    "REQUEST_CONFUSING_VAR",
    "STREAM_DOES_NOT_EXIST",
    "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
    "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
  ],
  emits: ["message", "stream/update", "realm_user/add", "user_topic", "muted_topics", "attachment/update"],
  async run({ site, realm, actor, params, client, url }) {
    if (params.sender !== undefined || params.forged === "true" || params.forged === "yes") {
      throw badRequest("Messages are sent in one's own name only");
    }
    const isDirect = params.type === "direct" || params.type === "private";
    if (!isDirect && params.topic === undefined) throw badRequest("Missing topic");
    const topic = isDirect ? "" : normalizedTopic(params.topic ?? "");
    const content = normalizedContent(params.content);
    const { queue_id: queueId, local_id: localId } = params;
    const to = params.to ?? (isDirect ? undefined : ownChannel(realm.model, actor));
    if (to === undefined) throw new ApiError("REQUEST_VARIABLE_MISSING", "Missing 'to' argument", { var_name: "to" });
    const draft = {
      to,
      topic,
      content,
      rendered: await renderFor(realm, actor, content),
      widget: params.widget_content === undefined ? widgetOf(content) : checkedForm(params.widget_content),
      client,
      senderRead: params.read_by_sender ?? isHumanClient(client),
      ...(queueId !== undefined && localId !== undefined && { echo: { queueId, localId } }),
    };
    return sendMessage(site, realm, actor, draft, {
      isDirect,
      answerOf: (model, sender, { id, visibility, place }) => ({
        id,
        ...(visibility !== undefined && { automatic_new_visibility_policy: visibility as 2 | 3 }),
        ...linksTo(model, sender, id, place, url()),
      }),
    });
  },
});

export const messageEndpoints = [postMessage, ...readEndpoints, ...lookupEndpoints] as const;
