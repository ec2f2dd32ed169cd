import { type TObject, Type } from "#platform/schema/type.ts";
import type { EventKind, SchemaFields } from "#engine/log/event-kinds.ts";
import { shownTopic } from "../topics/topic.ts";

const fields = <Op extends "add" | "remove">(op: Op) => ({
  type: Type.Literal("update_message_flags"),
  op: Type.Literal(op),
  operation: Type.Literal(op),
  flag: Type.String(),
  messages: Type.Array(Type.Integer()),
  all: Type.Boolean(),
});

export const flagsAdded = {
  type: "update_message_flags",
  op: "add",
  scope: "messages:read",
  summary: "Messages of the user got a flag.",
  schema: Type.Object(fields("add")),
} as const satisfies EventKind;

const Details = Type.Optional(
  Type.Record(
    Type.String(),
    Type.Object({
      type: Type.Enum(["private", "stream"]),
      mentioned: Type.Optional(Type.Boolean()),
      user_ids: Type.Optional(Type.Array(Type.Integer())),
      stream_id: Type.Optional(Type.Integer()),
      topic: Type.Optional(Type.String()),
      unmuted_stream_msg: Type.Optional(Type.Boolean()),
    }),
  ),
);

export const flagsRemoved = {
  type: "update_message_flags",
  op: "remove",
  scope: "messages:read",
  summary: "Messages of the user lost a flag.",
  schema: Type.Object({
    ...fields("remove"),
    message_details: Details,
  }),
  render: (event, form) => {
    const { message_details: details } = event;
    if (details === undefined || form.capabilities.empty_topic_name) return event;
    const shown = Object.entries(details).map(([id, detail]) =>
      detail.topic === undefined ? [id, detail] : [id, { ...detail, topic: shownTopic(detail.topic, false) }],
    );
    return { ...event, message_details: Object.fromEntries(shown) };
  },
} as const satisfies EventKind<SchemaFields<TObject<{ message_details: typeof Details }>>>;

export const flagEvents = [flagsAdded, flagsRemoved] as const satisfies readonly EventKind[];
