import { type TProperties, Type } from "#platform/schema/type.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import { NavigationViewSchema, presentView } from "./present.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { viewsOf } from "./queries.ts";

const kind = <Op extends string, Fields extends TProperties>(op: Op, summary: string, fields: Fields) =>
  ({
    type: "navigation_view",
    op,
    scope: "personal:read",
    summary,
    schema: Type.Object({ type: Type.Literal("navigation_view"), op: Type.Literal(op), ...fields }),
  }) as const satisfies EventKind;

export const viewAdded = kind("add", "The user added a view.", { navigation_view: NavigationViewSchema });

export const viewUpdated = kind("update", "A view of the user changed; `data` holds what is new.", {
  fragment: Type.String(),
  data: Type.Object({
    name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    is_pinned: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  }),
});

export const viewRemoved = kind("remove", "The user removed a view.", { fragment: Type.String() });

export const navigationEvents = [viewAdded, viewUpdated, viewRemoved] as const satisfies readonly EventKind[];

export const navigationSections = [
  section({
    scope: "personal:read",
    wants: ["navigation_views"],
    fields: { navigation_views: Type.Array(NavigationViewSchema) },
    read: (sql, { realm, user }) => viewsOf(sql, realm.id, user.id),
    present: (_model, _options, views) => ({ navigation_views: views.map(presentView) }),
  }),
];
