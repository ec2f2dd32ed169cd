import { Type } from "#platform/schema/type.ts";
import type { EventKind, SchemaFields } from "#engine/log/event-kinds.ts";

const schema = Type.Object({
  type: Type.Literal("submessage"),
  msg_type: Type.String(),
  content: Type.String(),
  message_id: Type.Integer(),
  sender_id: Type.Integer(),
  submessage_id: Type.Integer(),
});

export const submessageAdded = {
  type: "submessage",
  scope: "messages:read",
  isChannelBound: true,
  summary: "Somebody did something with a widget, such as voting.",
  schema,
  carriesText: {
    messageOf: (event) => event.message_id,
    withText: (event, now) => (now === undefined ? undefined : event),
  },
} as const satisfies EventKind<SchemaFields<typeof schema>>;

export const widgetEvents = [submessageAdded] as const satisfies readonly EventKind[];
