import { setImmediate as nextTurn } from "node:timers/promises";
import { perOrganization } from "#engine/runtime/organization-state.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { isGuest } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import { limitsGuests } from "#engine/model/access/permissions.ts";
import { administratorRecords, userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import { activeSelf, everybody, type KnownUser, knows } from "./access.ts";
import {
  isPresented,
  type PresentedUser,
  presentForLater,
  presentUser,
  presentUserFor,
  type UserView,
} from "./present.ts";

export interface UserLists {
  readonly active: PresentedUser[];
  readonly deactivated: PresentedUser[];
}

/** How many users a client can do without: none, those whom the viewer may not see, or all whom it can fetch. */
export type Lacking = "none" | "hidden" | "fetched";

/** In a larger organization, clients that fetch users when they show them get only those whom they show first. */
const MANY = 20_000;

/** How many are presented, or looked at, before others are served: some three milliseconds. */
const [PRESENTED_AT_ONCE, SEEN_AT_ONCE] = [500, 5000];

/** When all users were presented for a view: `changedAt` of the model. */
const presentedAt = perOrganization("users presented", () => new Map<string, number>());

/**
 * Presents the users of a large organization in pieces, so that what lists them next finds them presented. Otherwise the
 * first list of 100,000 users would keep everybody waiting for more than half a second.
 */
export async function presentAhead(realm: RealmRuntime, view: UserView): Promise<void> {
  const { model } = realm;
  const { viewer, clientGravatar, withProfile, withoutActive } = view;
  const key = [viewer.role, clientGravatar, withProfile, withoutActive].join(" ");
  const { changedAt } = model;
  if (model.users.size <= MANY || presentedAt(realm).get(key) === changedAt) return;
  let [made, seen] = [0, 0];
  for (const user of model.users.values()) {
    if (isPresented(model, user, view)) seen += 1;
    else {
      presentForLater(model, user, view);
      made += 1;
    }
    if (made < PRESENTED_AT_ONCE && seen < SEEN_AT_ONCE) continue;
    made = seen = 0;
    await nextTurn();
  }
  presentedAt(realm).set(key, changedAt);
}

/** All users as a viewer may see them, by ID. */
export function userLists(realm: RealmRuntime, model: Model, view: UserView, lacking: Lacking): UserLists {
  const { viewer } = view;
  const isLimited = isGuest(viewer) && limitsGuests(model);
  // They know few, and could not fetch the others: `GET /users` names strangers to them.
  if (isLimited) return listsForLimited(model, view, lacking !== "none");
  if (lacking === "fetched" && model.users.size > MANY) return listsOf(model, view, firstShown(model, viewer));
  const { active, deactivated } = listsOfRole(realm, model, view);
  return { active: withOwn(active, presentUser(model, activeSelf(viewer), view)), deactivated: [...deactivated] };
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
  for (const user of byId(everybody(model, view.viewer)))
    (user.isActive ? active : deactivated)?.push(presentUser(model, user, nobody));
  const now = { active: active as PresentedUser[], deactivated: deactivated as PresentedUser[] };
  lists.set(key, { ...now, changedAt: model.changedAt });
  return now;
}

const byId = <Some extends User>(users: Iterable<Some>): Some[] => [...users].sort((a, b) => a.id - b.id);

const MAX_SHOWN = 1000;

/** The viewer, the people to whom they have written directly, and the administrators, as far as the viewer knows them. */
function firstShown(model: Model, viewer: User): KnownUser[] {
  const conversations = [...(model.conversationsOf.get(viewer.id) ?? [])].sort((a, b) => b - a);
  const ids = new Set([viewer.id]);
  for (const id of conversations) {
    for (const userId of model.conversations.get(id)?.userIds ?? []) if (ids.size < MAX_SHOWN) ids.add(userId);
  }
  for (const { id } of administratorRecords(model)) if (ids.size < MAX_SHOWN) ids.add(id);
  const users = [...ids].sort((a, b) => a - b).flatMap((id) => userRecord(model, id) ?? []);
  return users.filter((user) => knows(model, viewer, user));
}

function listsOf(model: Model, view: UserView, users: readonly KnownUser[]): UserLists {
  const [active, deactivated] = [true, false].map((isActive) =>
    users.filter((user) => user.isActive === isActive).map((user) => presentUser(model, user, view)),
  );
  return { active: active ?? [], deactivated: deactivated ?? [] };
}

/** A viewer sees their own address, whoever else does. */
function withOwn(users: readonly PresentedUser[], own: PresentedUser): PresentedUser[] {
  const index = users.findIndex(({ user_id }) => user_id === own.user_id);
  return index < 0 ? [...users] : users.with(index, own);
}

/** Hidden users are listed as if they were active: a guest must not learn whether they are. */
function listsForLimited(model: Model, view: UserView, isIncomplete: boolean): UserLists {
  const users = byId(model.users.values());
  const known = users.filter((user) => knows(model, view.viewer, user));
  const shown = isIncomplete ? known : users;
  const isGone = new Set<User>(known.filter(({ isActive }) => !isActive));
  const present = (user: User) => presentUserFor(model, user, view);
  return { active: shown.filter((user) => !isGone.has(user)).map(present), deactivated: [...isGone].map(present) };
}
