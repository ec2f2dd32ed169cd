import { Type } from "typebox";
import type { EventKind } from "../log/catalogue.ts";
import type { LoggedEvent } from "../log/entry.ts";
import { matchesQueueNarrow } from "./queue-narrow.ts";
import type { Message } from "./message.ts";
import { knowsSender } from "./access.ts";
import { MessageSchema, presentMessage } from "./present.ts";

/** What the log keeps of a new message. */
export interface LoggedMessage extends LoggedEvent {
  readonly type: "message";
  readonly stored: Message;
  /** The sender's queue that knows the message by a name of its own. */
  readonly echo?: { readonly queueId: string; readonly localId: string };
}

export const messageFlags = (message: Message, userId: number): string[] =>
  message.senderRead && message.senderId === userId ? ["read"] : [];

const HIDDEN = "hidden sender";

const newMessage: EventKind = {
  type: "message",
  summary: "A message was sent to the user.",
  schema: Type.Object({
    type: Type.Literal("message"),
    message: MessageSchema,
    flags: Type.Array(Type.String()),
    local_message_id: Type.Optional(Type.String()),
  }),
  variant: (event, user, model) => (knowsSender(model, user, (event as LoggedMessage).stored) ? "" : HIDDEN),
  render: (event, form, model, variant) => ({
    type: event.type,
    message: presentMessage(model, (event as LoggedMessage).stored, {
      applyMarkdown: form.applyMarkdown,
      clientGravatar: form.clientGravatar,
      allowEmptyTopic: form.capabilities.empty_topic_name,
      hidesSender: variant === HIDDEN,
    }),
  }),
  personal: (event, user, queue) => {
    const { stored, echo } = event as LoggedMessage;
    const flags = messageFlags(stored, user.id).length > 0 ? '"flags":["read"]' : '"flags":[]';
    return echo?.queueId === queue.id ? `${flags},"local_message_id":${JSON.stringify(echo.localId)}` : flags;
  },
  matchesNarrow: (event, queue, user, model) =>
    matchesQueueNarrow(
      model,
      queue.options.narrow,
      (event as LoggedMessage).stored,
      messageFlags((event as LoggedMessage).stored, user.id),
    ),
};

export const messageEvents: readonly EventKind[] = [newMessage];
