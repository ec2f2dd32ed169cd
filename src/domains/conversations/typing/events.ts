import { type TObject, Type } from "#platform/schema/type.ts";
import type { EventKind, SchemaFields } from "#engine/log/event-kinds.ts";
import { shownTopic } from "../topics/topic.ts";
import { channelRecord, userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import { mayKnowUser, mayReadMessage } from "#engine/model/access/permissions.ts";
import type { User } from "#engine/model/records.ts";
import { userSetting } from "#domains/records/users/record/settings.ts";

const Person = Type.Object({ user_id: Type.Integer(), email: Type.String() });
const WITHHELD = "withheld";

const wants = (user: User): boolean => userSetting(user, "receives_typing_notifications");

const typingFields = {
  message_type: Type.Enum(["direct", "stream"]),
  sender: Person,
  recipients: Type.Optional(Type.Array(Person)),
  stream_id: Type.Optional(Type.Integer()),
  topic: Type.Optional(Type.String()),
};
type Typing = SchemaFields<TObject<typeof typingFields>>;

/** A guest gets the event only if they may see all users of the conversation, because the event names them. */
function knowsAll(model: Model, viewer: User, { recipients = [] }: Typing): boolean {
  return recipients.every(({ user_id: id }) => {
    const user = userRecord(model, id);
    return user !== undefined && mayKnowUser(model, viewer, user);
  });
}

const typing = <Op extends "start" | "stop">(op: Op, summary: string) =>
  ({
    type: "typing",
    op,
    scope: "messages:read",
    isChannelBound: true,
    summary,
    schema: Type.Object({
      type: Type.Literal("typing"),
      op: Type.Literal(op),
      ...typingFields,
    }),
    variant: (event, user, model) => (wants(user) && knowsAll(model, user, event) ? "" : WITHHELD),
    render: (event, { capabilities }, _model, variant) => {
      if (variant === WITHHELD) return undefined;
      if (event.message_type === "direct") return event;
      if (!capabilities.stream_typing_notifications) return undefined;
      return { ...event, topic: shownTopic(event.topic ?? "", capabilities.empty_topic_name) };
    },
  }) as const satisfies EventKind<Typing>;

const recipient = {
  type: Type.Enum(["direct", "channel"]),
  channel_id: Type.Optional(Type.Integer()),
  topic: Type.Optional(Type.String()),
  user_ids: Type.Optional(Type.Array(Type.Integer())),
};

const editingFields = { sender_id: Type.Integer(), message_id: Type.Integer(), recipient: Type.Object(recipient) };
type Editing = SchemaFields<TObject<typeof editingFields>>;

/** Only users who may read a message get the event that it is being edited. */
function mayReadEdited(model: Model, user: User, event: Editing): boolean {
  const { channel_id: id } = event.recipient;
  if (id === undefined) return true;
  const channel = channelRecord(model, id);
  const place = { id: event.message_id, conversationId: id };
  return channel !== undefined && mayReadMessage(model, user, channel, place);
}

const editing = <Op extends "start" | "stop">(op: Op, summary: string) =>
  ({
    type: "typing_edit_message",
    op,
    scope: "messages:read",
    isChannelBound: true,
    summary,
    schema: Type.Object({
      type: Type.Literal("typing_edit_message"),
      op: Type.Literal(op),
      ...editingFields,
    }),
    variant: (event, user, model) => (wants(user) && mayReadEdited(model, user, event) ? "" : WITHHELD),
    render: (event, _form, _model, variant) => (variant === WITHHELD ? undefined : event),
  }) as const satisfies EventKind<Editing>;

export const typingStarted = typing(
  "start",
  "Somebody types a message. Told to clients that wait at that moment or poll within seconds, and not stored.",
);

export const typingStopped = typing("stop", "Somebody no longer types a message.");

export const editingStarted = editing(
  "start",
  "Somebody edits a message. Told to clients that wait at that moment or poll within seconds, and not stored.",
);

export const editingStopped = editing("stop", "Somebody no longer edits a message.");

export const typingEvents = [
  typingStarted,
  typingStopped,
  editingStarted,
  editingStopped,
] as const satisfies readonly EventKind[];
