import { Type } from "#platform/schema/type.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { zoomTokenOf } from "./queries.ts";

export const zoomTokenChanged = {
  type: "has_zoom_token",
  scope: "personal:read",
  summary: "The user has connected a Zoom account, or it is no longer connected.",
  schema: Type.Object({ type: Type.Literal("has_zoom_token"), value: Type.Boolean() }),
} as const satisfies EventKind;

export const zoomSections = [
  section({
    scope: "personal:read",
    wants: ["video_calls"],
    fields: { has_zoom_token: Type.Boolean() },
    read: (sql, { realm, user }) => zoomTokenOf(sql, realm.id, user.id),
    present: (_model, _options, token) => ({ has_zoom_token: token !== undefined }),
  }),
];
