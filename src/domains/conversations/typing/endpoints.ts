import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { badRequest } from "#platform/errors.ts";
import { alias, Id, integer, json, nullable, optional, text, withDefault, word } from "#api/parameters/params.ts";
import { noSuchMessage, readableMessage } from "../access.ts";
import { normalizedTopic } from "../topics/topic.ts";
import { checkMayEditContent } from "../edit/access.ts";
import { checkSendsTypingToChannels, checkSendsTypingToPeople, typedChannel, typedPeople } from "./access.ts";
import { emitEditing, emitTypingToPeople, emitTypingToSubscribers } from "./emit.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";

const MAX_RECIPIENTS = 1000;
const op = word("Whether the caller has begun or ended.", ["start", "stop"]);

export const postTyping = endpoint({
  id: "set-typing-status",
  method: "POST",
  path: "/typing",
  summary: "Says that the caller types a message, or no longer does.",
  auth: "user",
  scope: "messages:write",
  isChannelBound: true,
  audits: "personal",
  params: {
    op,
    type: withDefault(word("What kind of message.", ["direct", "stream", "channel"]), "direct"),
    to: nullable(
      optional(json("The people that it is for: their IDs.", Type.Array(Id(), { maxItems: MAX_RECIPIENTS }))),
    ),
    stream_id: nullable(optional(integer("The channel that it is for.", { min: 0 }))),
    topic: optional(alias(text("Its topic.", { max: 10_000 }), "subject")),
  },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["typing/start", "typing/stop"],
  run({ realm, actor, params }) {
    if (params.type === "direct") {
      checkSendsTypingToPeople(actor);
      emitTypingToPeople(realm, actor, typedPeople(realm.model, actor, params.to), params.op);
      return {};
    }
    if (params.stream_id === undefined) throw badRequest("Missing 'stream_id' argument");
    if (params.topic === undefined) throw badRequest("Missing 'topic' argument");
    checkSendsTypingToChannels(actor);
    const channel = typedChannel(realm.model, actor, params.stream_id);
    emitTypingToSubscribers(realm, actor, channel, normalizedTopic(params.topic), params.op);
    return {};
  },
});

export const postEditTyping = endpoint({
  id: "set-typing-status-for-message-edit",
  method: "POST",
  path: "/messages/{message_id}/typing",
  summary: "Says that the caller edits a message, or no longer does.",
  since: 351,
  auth: "user",
  scope: "messages:write",
  audits: "personal",
  params: { message_id: integer("The message.", { min: 0 }), op },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["typing_edit_message/start", "typing_edit_message/stop"],
  async run({ site, realm, actor, params }) {
    const message = await readableMessage(realm, actor, params.message_id);
    if (channelRecord(realm.model, message.conversationId)?.isArchived === true) throw noSuchMessage();
    checkMayEditContent(realm.model, actor, message, site.clock.now() / 1000, 0);
    if (message.isDirect) checkSendsTypingToPeople(actor);
    else checkSendsTypingToChannels(actor);
    emitEditing(realm, actor, message, params.op);
    return {};
  },
});

export const typingEndpoints = [postTyping, postEditTyping] as const;
