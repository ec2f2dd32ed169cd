import { Type } from "#platform/schema/type.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { zoomTokenOf } from "./queries.ts";

export const zoomSections = [
  section({
    wants: ["video_calls"],
    fields: { has_zoom_token: Type.Boolean() },
    read: (sql, { realm, user }) => zoomTokenOf(sql, realm.id, user.id),
    present: (_model, _options, token) => ({ has_zoom_token: token !== undefined }),
  }),
];
