import { ApiError } from "#platform/errors.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { User } from "#engine/model/records.ts";
import { type NavigationView, viewsOf } from "./queries.ts";

export const ownViews = (realm: RealmRuntime, user: User): Promise<NavigationView[]> =>
  viewsOf(readPool(realm), realm.id, user.id);

export function viewAmong(views: readonly NavigationView[], fragment: string): NavigationView {
  const view = views.find((view) => view.fragment === fragment);
  if (view === undefined) throw new ApiError("BAD_REQUEST", "Navigation view does not exist.", {}, 404);
  return view;
}
