import { Type } from "typebox";
import type { EventKind } from "../../../engine/log/event-kinds.ts";
import { ClientPresenceSchema } from "./present.ts";

export const presenceChanged = {
  type: "presence",
  summary:
    "Somebody came, or is no longer there. Told to clients that wait at that moment or poll within seconds, and not stored.",
  schema: Type.Object({
    type: Type.Literal("presence"),
    user_id: Type.Integer(),
    email: Type.Optional(Type.String()),
    server_timestamp: Type.Number(),
    presence: Type.Record(Type.String(), ClientPresenceSchema),
  }),
  render: (event, { slimPresence }) => {
    const { email, ...others } = event;
    return slimPresence ? others : { ...others, email };
  },
} as const satisfies EventKind;

export const presenceEvents = [presenceChanged] as const satisfies readonly EventKind[];
