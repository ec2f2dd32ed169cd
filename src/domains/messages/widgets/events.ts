import { Type } from "typebox";
import type { EventKind } from "../../../engine/log/event-kinds.ts";

const submessageAdded = {
  type: "submessage",
  summary: "Somebody did something with a widget, such as voting.",
  schema: Type.Object({
    type: Type.Literal("submessage"),
    msg_type: Type.String(),
    content: Type.String(),
    message_id: Type.Integer(),
    sender_id: Type.Integer(),
    submessage_id: Type.Integer(),
  }),
  carriesText: {
    messageOf: (event) => event["message_id"] as number,
    withText: (event, now) => (now === undefined ? undefined : event),
  },
} as const satisfies EventKind;

export const widgetEvents = [submessageAdded] as const satisfies readonly EventKind[];
