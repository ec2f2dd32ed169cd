import { Type } from "typebox";
import type { EventKind } from "../log/catalogue.ts";

const submessageAdded: EventKind = {
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
};

export const widgetEvents: readonly EventKind[] = [submessageAdded];
