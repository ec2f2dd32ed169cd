import { Type } from "typebox";
import type { EventKind } from "../../../engine/log/event-kinds.ts";
import type { LoggedEvent } from "../../../engine/log/entry.ts";
import { shownTopic } from "../../channels/topics/name.ts";
import { channelRecord, userRecord } from "../../../engine/model/lookup/record-lookup.ts";
import type { Model } from "../../../engine/model/model.ts";
import { mayKnowUser, mayReadMessage } from "../../../engine/model/access/permissions.ts";
import type { User } from "../../../engine/model/records.ts";
import { userSetting } from "../../people/users/record/settings.ts";

const Person = Type.Object({ user_id: Type.Integer(), email: Type.String() });
const WITHHELD = "withheld";

const wants = (user: User): boolean => userSetting(user, "receives_typing_notifications");

/** A guest who may not know everybody in a conversation is not told who would be in it. */
function knowsAll(model: Model, viewer: User, event: LoggedEvent): boolean {
  const people = (event["recipients"] ?? []) as readonly { user_id: number }[];
  return people.every(({ user_id: id }) => {
    const user = userRecord(model, id);
    return user !== undefined && mayKnowUser(model, viewer, user);
  });
}

const typing = <Op extends "start" | "stop">(op: Op, summary: string) =>
  ({
    type: "typing",
    op,
    summary,
    schema: Type.Object({
      type: Type.Literal("typing"),
      op: Type.Literal(op),
      message_type: Type.Enum(["direct", "stream"]),
      sender: Person,
      recipients: Type.Optional(Type.Array(Person)),
      stream_id: Type.Optional(Type.Integer()),
      topic: Type.Optional(Type.String()),
    }),
    variant: (event, user, model) => (wants(user) && knowsAll(model, user, event) ? "" : WITHHELD),
    render: (event, { capabilities }, _model, variant) => {
      if (variant === WITHHELD) return undefined;
      if (event["message_type"] === "direct") return event;
      if (!capabilities.stream_typing_notifications) return undefined;
      return { ...event, topic: shownTopic(event["topic"] as string, capabilities.empty_topic_name) };
    },
  }) as const satisfies EventKind;

/** Whoever may not read a message is not told that it is being edited. */
function mayReadEdited(model: Model, user: User, event: LoggedEvent): boolean {
  const { channel_id: id } = event["recipient"] as { channel_id?: number };
  if (id === undefined) return true;
  const channel = channelRecord(model, id);
  const place = { id: event["message_id"] as number, conversationId: id };
  return channel !== undefined && mayReadMessage(model, user, channel, place);
}

const recipient = {
  type: Type.Enum(["direct", "channel"]),
  channel_id: Type.Optional(Type.Integer()),
  topic: Type.Optional(Type.String()),
  user_ids: Type.Optional(Type.Array(Type.Integer())),
};

const editing = <Op extends "start" | "stop">(op: Op, summary: string) =>
  ({
    type: "typing_edit_message",
    op,
    summary,
    schema: Type.Object({
      type: Type.Literal("typing_edit_message"),
      op: Type.Literal(op),
      sender_id: Type.Integer(),
      message_id: Type.Integer(),
      recipient: Type.Object(recipient),
    }),
    variant: (event, user, model) => (wants(user) && mayReadEdited(model, user, event) ? "" : WITHHELD),
    render: (event, _form, _model, variant) => (variant === WITHHELD ? undefined : event),
  }) as const satisfies EventKind;

export const typingEvents = [
  typing(
    "start",
    "Somebody types a message. Told to clients that wait at that moment or poll within seconds, and not stored.",
  ),
  typing("stop", "Somebody no longer types a message."),
  editing(
    "start",
    "Somebody edits a message. Told to clients that wait at that moment or poll within seconds, and not stored.",
  ),
  editing("stop", "Somebody no longer edits a message."),
] as const satisfies readonly EventKind[];
