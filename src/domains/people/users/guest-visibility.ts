import { badRequest } from "../../../platform/errors.ts";
import type { Tx } from "../../../engine/writer/tx.ts";
import { userRecord } from "../../../engine/model/lookup/record-lookup.ts";
import { isGuest } from "../../../engine/model/access/membership.ts";
import type { Model } from "../../../engine/model/model.ts";
import { limitsGuests, mayKnowUser } from "../../../engine/model/access/permissions.ts";
import type { Channel, User } from "../../../engine/model/records.ts";
import { STRANGER_NAME } from "./present.ts";
import { personAdded, personRemoved, personUpdated } from "./events.ts";

/** People who meet: in a conversation, or in a channel into which some of them come, or which they leave. */
export interface Circle {
  readonly users: readonly User[];
  readonly moving: readonly User[];
}

/**
 * Introduces people to guests who see only whom they have to do with: everybody in a circle gets to know the others.
 * Called before the model contains the circles, so that those who know each other already are left out. There is one
 * event for each person, whatever the number of guests.
 */
export function introduce(tx: Tx, circles: readonly Circle[]): void {
  if (!limitsGuests(tx.model)) return;
  const learning = new Map<User, Set<User>>();
  for (const [guest, others] of meetings(circles)) {
    for (const user of others) {
      // Whoever comes back is given as they will be.
      const before = userRecord(tx.model, user.id) ?? user;
      if (!mayKnowUser(tx.model, guest, before)) addTo(learning, user, guest);
    }
  }
  for (const [user, guests] of learning) emitUserShown(tx, user, [...guests]);
}

/** Shows somebody as a whole to those who come to know them. Clients take them for active until they hear otherwise. */
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

/** Tells guests of whom they know no more once some have left channels. `after` is the model as it will be then. */
export function part(tx: Tx, after: Model, departures: readonly Departure[]): void {
  if (!limitsGuests(tx.model)) return;
  const losing = new Map<User, Set<User>>();
  const circles = departures.map(({ channel, users: moving }) => {
    const ids = [...(tx.model.subscribers.get(channel.id)?.keys() ?? [])];
    return { users: ids.flatMap((id) => userRecord(tx.model, id) ?? []), moving };
  });
  for (const [guest, others] of meetings(circles)) {
    for (const user of others) {
      if (mayKnowUser(tx.model, guest, user) && !mayKnowUser(after, guest, user)) addTo(losing, user, guest);
    }
  }
  for (const [{ id }, guests] of losing) emitUserHidden(tx, id, [...guests]);
}

/** Each pair is looked at while everybody waits: so many take 0.2 s. */
const MOST_PAIRS = 200_000;

/** Each guest of a circle with those of whom it may make a difference to them that some come or go. */
function meetings(circles: readonly Circle[]): [guest: User, others: readonly User[]][] {
  const all = circles.flatMap(({ users, moving }) => {
    const isMoving = new Set(moving.map(({ id }) => id));
    const guests = users.filter((user) => isGuest(user) && user.botType === null);
    return guests.map((guest): [User, readonly User[]] => [guest, isMoving.has(guest.id) ? users : moving]);
  });
  const pairs = all.reduce((sum, [, others]) => sum + others.length, 0);
  if (pairs > MOST_PAIRS) throw badRequest("These are too many people and guests at once.");
  return all;
}

function addTo(sets: Map<User, Set<User>>, user: User, guest: User): void {
  const set = sets.get(user);
  if (set === undefined) sets.set(user, new Set([guest]));
  else set.add(guest);
}

/** The guests who know a user now and would not if the user were as given. */
export const guestsLosing = (tx: Tx, user: User, after: User): User[] =>
  guestsWithout(tx, after).filter((guest) => mayKnowUser(tx.model, guest, user));

/** The guests to whom a user as given is a stranger. */
export function guestsWithout(tx: Tx, user: User): User[] {
  if (!limitsGuests(tx.model)) return [];
  const guests = [...tx.model.users.values()].filter((one) => isGuest(one) && one.isActive && one.id !== user.id);
  return guests.filter((guest) => !mayKnowUser(tx.model, guest, user));
}

/** Tells somebody whose role has changed of the people they now know, or no longer do. */
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
