import { perOrganization } from "../../../engine/runtime/organization-state.ts";
import type { RealmRuntime } from "../../../engine/runtime/realm-runtime.ts";
import { isGuest } from "../../../engine/model/access/membership.ts";
import type { Model } from "../../../engine/model/model.ts";
import { limitsGuests, mayKnowUser } from "../../../engine/model/access/permissions.ts";
import { type PresentedUser, presentUser, presentUserFor, type UserView } from "./present.ts";

export interface UserLists {
  readonly active: PresentedUser[];
  readonly deactivated: PresentedUser[];
}

/** All users as a viewer may see them, by ID. */
export function userLists(realm: RealmRuntime, model: Model, view: UserView, isIncomplete: boolean): UserLists {
  const { viewer } = view;
  if (isGuest(viewer) && limitsGuests(model)) return listsForLimited(model, view, isIncomplete);
  const { active, deactivated } = listsOfRole(realm, model, view);
  return { active: withOwn(active, presentUser(model, viewer, view)), deactivated: [...deactivated] };
}

/** Lists of a moment of the model, which all viewers of a role share: 10,000 users take 15 ms to present. */
interface RoleLists extends UserLists {
  readonly changedAt: number;
}

const sharedLists = perOrganization("user lists", () => new Map<string, RoleLists>());

function listsOfRole(realm: RealmRuntime, model: Model, view: UserView): UserLists {
  const lists = sharedLists(realm);
  const key = `${view.viewer.role} ${view.clientGravatar}`;
  const before = lists.get(key);
  if (before?.changedAt === model.changedAt) return before;
  const [active, deactivated]: PresentedUser[][] = [[], []];
  const nobody = { ...view, viewer: { ...view.viewer, id: -1 } };
  for (const user of byId(model)) (user.isActive ? active : deactivated)?.push(presentUser(model, user, nobody));
  const now = { active: active as PresentedUser[], deactivated: deactivated as PresentedUser[] };
  lists.set(key, { ...now, changedAt: model.changedAt });
  return now;
}

const byId = (model: Model) => [...model.users.values()].sort((a, b) => a.id - b.id);

/** A viewer sees their own address, whoever else does. */
function withOwn(users: readonly PresentedUser[], own: PresentedUser): PresentedUser[] {
  const index = users.findIndex(({ user_id }) => user_id === own.user_id);
  return index < 0 ? [...users] : users.with(index, own);
}

/** Hidden users are listed as if they were active: a guest must not learn whether they are. */
function listsForLimited(model: Model, view: UserView, isIncomplete: boolean): UserLists {
  const users = byId(model);
  const known = users.filter((one) => mayKnowUser(model, view.viewer, one));
  const shown = isIncomplete ? known : users;
  const isGone = new Set(known.filter(({ isActive }) => !isActive));
  const present = (one: (typeof users)[number]) => presentUserFor(model, one, view);
  return { active: shown.filter((one) => !isGone.has(one)).map(present), deactivated: [...isGone].map(present) };
}
