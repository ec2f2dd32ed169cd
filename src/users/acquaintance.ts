import type { Tx } from "../db/tx.ts";
import { isGuest } from "../model/membership.ts";
import type { Model } from "../model/model.ts";
import { limitsGuests, mayKnowUser } from "../model/permissions.ts";
import type { User } from "../model/records.ts";
import { STRANGER_NAME } from "./present.ts";

/**
 * Introduces people to guests who see only whom they have to do with: everybody in a circle gets to know the others.
 * Called before the model contains the circle, so that those who know each other already are left out.
 */
export function introduce(tx: Tx, circle: readonly User[], newcomers: readonly User[] = circle): void {
  if (!limitsGuests(tx.model)) return;
  const isNew = new Set(newcomers.map(({ id }) => id));
  for (const guest of circle.filter((user) => isGuest(user) && user.botType === null)) {
    for (const user of circle) {
      if (!(isNew.has(guest.id) || isNew.has(user.id)) || mayKnowUser(tx.model, guest, user)) continue;
      tx.emit({ type: "realm_user", op: "add", user }, { to: "users", ids: [guest.id] });
    }
  }
}

/** Tells guests of whom they know no more once some have left a channel. `after` is the model as it will be then. */
export function part(tx: Tx, after: Model, channelId: number, leaving: readonly User[]): void {
  if (!limitsGuests(tx.model)) return;
  const circle = [...(tx.model.subscribers.get(channelId)?.keys() ?? [])].flatMap((id) => tx.model.users.get(id) ?? []);
  const isLeaving = new Set(leaving.map(({ id }) => id));
  const guests = circle.filter((user) => isGuest(user) && user.botType === null);
  for (const user of circle) {
    const losing = guests.filter(
      (guest) =>
        (isLeaving.has(user.id) || isLeaving.has(guest.id)) &&
        mayKnowUser(tx.model, guest, user) &&
        !mayKnowUser(after, guest, user),
    );
    emitStranger(tx, user.id, losing);
  }
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
export function reacquaint(tx: Tx, before: User, after: User): void {
  if (!limitsGuests(tx.model)) return;
  for (const user of tx.model.users.values()) {
    const [knew, knows] = [mayKnowUser(tx.model, before, user), mayKnowUser(tx.model, after, user)];
    if (!knew && knows) tx.emit({ type: "realm_user", op: "add", user }, { to: "users", ids: [after.id] });
    if (knew && !knows) emitStranger(tx, user.id, [after]);
  }
}

export function emitStranger(tx: Tx, userId: number, guests: readonly User[]): void {
  if (guests.length === 0) return;
  tx.emit(
    { type: "realm_user", op: "remove", person: { user_id: userId, full_name: STRANGER_NAME } },
    { to: "users", ids: guests.map(({ id }) => id) },
  );
}
