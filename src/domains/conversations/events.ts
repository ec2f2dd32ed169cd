import { Type } from "#platform/schema/type.ts";
import { type EventKind, logs } from "#engine/log/event-kinds.ts";
import type { Model } from "#engine/model/model.ts";
import { received } from "#engine/model/access/permissions.ts";
import type { User } from "#engine/model/records.ts";
import { isAmong } from "#platform/collections/number-lists.ts";
import { matchesQueueNarrow } from "./read/narrow/queue-narrow.ts";
import { BITS, flagNames } from "#domains/records/messages/flag.ts";
import { type LoggedMessage, messageSent } from "#domains/records/messages/message.ts";
import { presentSubmessage } from "#domains/records/messages/submessage.ts";
import { knowsSender, messageForAudience } from "./access.ts";
import { showsOldTexts } from "./read/edit-history.ts";
import { MessageSchema, presentMessage } from "./present.ts";

/** The flags of a new message. A user who only listens to all public channels has none, unless it mentions them. */
function initialFlags({ stored, bits, readBy }: LoggedMessage, user: User, model: Model): string[] {
  if (!stored.isDirect && !received(model, user.id, stored.conversationId, stored.id)) {
    const own = (bits?.[user.id] ?? 0) & ~BITS.historical;
    return own === 0 ? [] : flagNames({ bits: own, traits: 0, isRead: false, isOwn: true });
  }
  const isRead =
    (stored.senderRead && stored.senderId === user.id) || (readBy !== undefined && isAmong(readBy, user.id));
  return flagNames({ bits: bits?.[user.id] ?? 0, traits: stored.traits, isRead, isOwn: true });
}

const HIDDEN = "hidden sender";

const newMessage = logs<LoggedMessage>()({
  ...messageSent,
  scope: "messages:read",
  isChannelBound: true,
  summary: "A message was sent to the user.",
  schema: Type.Object({
    type: Type.Literal("message"),
    message: MessageSchema,
    flags: Type.Array(Type.String()),
    local_message_id: Type.Optional(Type.String()),
  }),
  variant: (event, user, model) => (knowsSender(model, user, event.stored) ? "" : HIDDEN),
  render: (event, form, model, variant) => {
    const { stored, widget } = event;
    const view = {
      applyMarkdown: form.applyMarkdown,
      clientGravatar: form.clientGravatar,
      allowEmptyTopic: form.capabilities.empty_topic_name,
      hidesSender: variant === HIDDEN,
    };
    const details = widget === undefined ? {} : { submessages: [presentSubmessage(widget)] };
    return { type: event.type, message: presentMessage(model, messageForAudience(stored), view, undefined, details) };
  },
  carriesText: {
    messageOf: (event) => event.stored.id,
    withText(event, now, model) {
      const { stored } = event;
      if (now === undefined) return undefined;
      return showsOldTexts(model) || now.content === stored.content
        ? event
        : { ...event, stored: { ...stored, ...now } };
    },
  },
  personal: (event, user, queue, model) => {
    const { echo } = event;
    const flags = `"flags":${JSON.stringify(initialFlags(event, user, model))}`;
    return echo?.queueId === queue.id ? `${flags},"local_message_id":${JSON.stringify(echo.localId)}` : flags;
  },
  matchesNarrow: (event, queue, user, model) =>
    matchesQueueNarrow(model, queue.options.narrow, event.stored, initialFlags(event, user, model)),
});

export const messageEvents = [newMessage] as const satisfies readonly EventKind[];
