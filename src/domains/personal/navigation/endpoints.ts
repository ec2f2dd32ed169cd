import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { boolean, nullable, optional, withSlashes } from "#api/parameters/params.ts";
import { prose } from "#domains/records/organization/param-kinds.ts";
import { ownViews } from "./access.ts";
import { addView, editView, removeView } from "./actions.ts";
import { NavigationViewSchema, presentView } from "./present.ts";

const fragment = prose("The view: the part of its address after #.", { max: 1000, min: 1 });
const name = prose("What a view that is not built in is called.", { max: 100, min: 1 });
const isPinned = boolean("Whether it is always shown, not only in the menu of further views.");

export const getViews = endpoint({
  id: "get-navigation-views",
  method: "GET",
  path: "/navigation_views",
  summary: "The views that the caller has put somewhere.",
  since: 390,
  auth: "user",
  scope: "personal:read",
  params: {},
  result: { navigation_views: Type.Array(NavigationViewSchema) },
  errors: [],
  run: async ({ realm, actor }) => ({ navigation_views: (await ownViews(realm, actor)).map(presentView) }),
});

export const postView = endpoint({
  id: "add-navigation-view",
  method: "POST",
  path: "/navigation_views",
  summary: "Adds a view.",
  since: 390,
  auth: "user",
  scope: "personal:write",
  audits: "personal",
  params: { fragment, is_pinned: isPinned, name: nullable(optional(name)) },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["navigation_view/add"],
  async run({ realm, actor, params }) {
    const view = { fragment: params.fragment, isPinned: params.is_pinned, name: params.name ?? null };
    await realm.write(actor, (tx, user) => addView(tx, user, view));
    return {};
  },
});

export const patchView = endpoint({
  id: "edit-navigation-view",
  method: "PATCH",
  path: "/navigation_views/{fragment}",
  summary: "Changes a view.",
  since: 390,
  auth: "user",
  scope: "personal:write",
  audits: "personal",
  params: { fragment: withSlashes(fragment), is_pinned: optional(isPinned), name: nullable(optional(name)) },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["navigation_view/update"],
  async run({ realm, actor, params }) {
    const update = { isPinned: params.is_pinned, name: params.name };
    await realm.write(actor, (tx, user) => editView(tx, user, params.fragment, update));
    return {};
  },
});

export const deleteView = endpoint({
  id: "remove-navigation-view",
  method: "DELETE",
  path: "/navigation_views/{fragment}",
  summary: "Removes a view.",
  since: 390,
  auth: "user",
  scope: "personal:write",
  audits: "personal",
  params: { fragment: withSlashes(fragment) },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["navigation_view/remove"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, user) => removeView(tx, user, params.fragment));
    return {};
  },
});

export const navigationEndpoints = [getViews, postView, patchView, deleteView] as const;
