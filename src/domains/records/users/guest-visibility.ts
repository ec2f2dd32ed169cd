import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import { isGuest } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import { limitsGuests, mayKnowUser } from "#engine/model/access/permissions.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { STRANGER_NAME } from "./present.ts";
import { personAdded, personRemoved, personUpdated } from "./events.ts";

/** Users who can see each other by a conversation or channel; `moving` are those who join or leave it. */
export interface SharedPlace {
  readonly users: readonly User[];
  readonly moving: readonly User[];
}

/**
 * Emits users to guests who may see only users of their own conversations: everybody in a place becomes visible to the
 * guests in it. Must be called before the model contains the places, so that users who are visible already are left
 * out. There is one event for each user, whatever the number of guests.
 */
export function emitNewlyVisible(tx: Tx, places: readonly SharedPlace[]): void {
  if (!limitsGuests(tx.model)) return;
  const learning = new Map<User, Set<User>>();
  for (const [guest, others] of affectedPairs(places)) {
    for (const user of others) {
      // A user who is reactivated is passed as they will be; the model has them as they are now.
      const before = userRecord(tx.model, user.id) ?? user;
      if (!mayKnowUser(tx.model, guest, before)) addTo(learning, user, guest);
    }
  }
  for (const [user, guests] of learning) emitUserShown(tx, user, [...guests]);
}

/** Emits a whole user to viewers who could not see them. Clients take new users for active, so inactivity follows. */
export function emitUserShown(tx: Tx, user: User, viewers: readonly User[]): void {
  if (viewers.length === 0) return;
  const audience = { to: "users", ids: viewers.map(({ id }) => id) } as const;
  tx.emit(personAdded, { user }, audience);
  if (user.isActive) return;
  tx.emit(personUpdated, { person: { user_id: user.id, is_active: false } }, audience);
}

export interface Departure {
  readonly channel: Channel;
  readonly users: readonly User[];
}

/** Emits to guests the users whom they can no longer see after some have left channels. `after` is the model then. */
export function emitNewlyHidden(tx: Tx, after: Model, departures: readonly Departure[]): void {
  if (!limitsGuests(tx.model)) return;
  const losing = new Map<User, Set<User>>();
  const places = departures.map(({ channel, users: moving }) => {
    const ids = [...(tx.model.subscribers.get(channel.id)?.keys() ?? [])];
    return { users: ids.flatMap((id) => userRecord(tx.model, id) ?? []), moving };
  });
  for (const [guest, others] of affectedPairs(places)) {
    for (const user of others) {
      if (mayKnowUser(tx.model, guest, user) && !mayKnowUser(after, guest, user)) addTo(losing, user, guest);
    }
  }
  for (const [{ id }, guests] of losing) emitUserHidden(tx, id, [...guests]);
}

/** Refuses places with too many pairs, for users who will come to them in several commits. */
export function checkPairs(model: Model, places: readonly SharedPlace[]): void {
  if (limitsGuests(model)) affectedPairs(places);
}

/** Each pair is compared while the writer is blocked: 200,000 pairs take 0.2 s. */
const MAX_PAIRS = 200_000;

/** Each guest with the users whose visibility the change may affect: all for a moving guest, else the moving ones. */
function affectedPairs(places: readonly SharedPlace[]): [guest: User, others: readonly User[]][] {
  const all = places.flatMap(({ users, moving }) => {
    const isMoving = new Set(moving.map(({ id }) => id));
    const guests = users.filter((user) => isGuest(user) && user.botType === null);
    return guests.map((guest): [User, readonly User[]] => [guest, isMoving.has(guest.id) ? users : moving]);
  });
  const pairs = all.reduce((sum, [, others]) => sum + others.length, 0);
  if (pairs > MAX_PAIRS) throw badRequest("These are too many people and guests at once.");
  return all;
}

function addTo(sets: Map<User, Set<User>>, user: User, guest: User): void {
  const set = sets.get(user);
  if (set === undefined) sets.set(user, new Set([guest]));
  else set.add(guest);
}

/** The guests who see a user now, and would not if the user were `after`. */
export const guestsLosing = (tx: Tx, user: User, after: User): User[] =>
  guestsWithout(tx, after).filter((guest) => mayKnowUser(tx.model, guest, user));

/** The guests who may not see a user. */
export function guestsWithout(tx: Tx, user: User): User[] {
  if (!limitsGuests(tx.model)) return [];
  const guests = [...tx.model.users.values()].filter(
    (other) => isGuest(other) && other.isActive && other.id !== user.id,
  );
  return guests.filter((guest) => !mayKnowUser(tx.model, guest, user));
}

/** Emits to a user whose role has changed the users whom they may see now, or no longer. */
export function emitVisibleUsers(tx: Tx, before: User, after: User): void {
  if (!limitsGuests(tx.model)) return;
  for (const user of tx.model.users.values()) {
    const [knew, knows] = [mayKnowUser(tx.model, before, user), mayKnowUser(tx.model, after, user)];
    if (!knew && knows) emitUserShown(tx, user, [after]);
    if (knew && !knows) emitUserHidden(tx, user.id, [after]);
  }
}

export function emitUserHidden(tx: Tx, userId: number, guests: readonly User[]): void {
  if (guests.length === 0) return;
  tx.emit(
    personRemoved,
    { person: { user_id: userId, full_name: STRANGER_NAME } },
    { to: "users", ids: guests.map(({ id }) => id) },
  );
}
