import { Type } from "#platform/schema/type.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";

export const zoomTokenChanged = {
  type: "has_zoom_token",
  summary: "The user has connected a Zoom account, or it is no longer connected.",
  schema: Type.Object({ type: Type.Literal("has_zoom_token"), value: Type.Boolean() }),
} as const satisfies EventKind;
