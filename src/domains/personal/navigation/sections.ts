import { Type } from "#platform/schema/type.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { NavigationViewSchema, presentView } from "./present.ts";
import { viewsOf } from "./queries.ts";

export const navigationSections = [
  section({
    wants: ["navigation_views"],
    fields: { navigation_views: Type.Array(NavigationViewSchema) },
    read: (sql, { realm, user }) => viewsOf(sql, realm.id, user.id),
    present: (_model, _options, views) => ({ navigation_views: views.map(presentView) }),
  }),
];
