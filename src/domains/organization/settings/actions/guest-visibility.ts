import type { Tx } from "../../../../engine/writer/tx.ts";
import { isGuest } from "../../../../engine/model/access/membership.ts";
import type { Model } from "../../../../engine/model/model.ts";
import { limitsGuests, mayKnowUser } from "../../../../engine/model/access/permissions.ts";
import type { RealmRecord, User } from "../../../../engine/model/records.ts";
import { emitAcquaintance, emitStranger } from "../../../people/users/guest-visibility.ts";

/**
 * Guests and people are told of each other pair by pair, while everybody waits: so many take 20 ms. Of 400 guests and 4,000
 * people they would be 1,600,000, and the log would grow by 11 MB.
 */
const MOST_PAIRS = 100_000;

/** How guests come to know of new settings of the organization that change whom they may know. */
export type GuestVisibility = "same" | "events" | "new queues";

export function guestVisibility(model: Model, settings: RealmRecord["settings"]): GuestVisibility {
  if (limitsGuests(model) === limitsGuests(withSettings(model, settings))) return "same";
  return activeGuests(model).length * model.users.size <= MOST_PAIRS ? "events" : "new queues";
}

/** Tells guests whom they come to know, and whom they no longer may. */
export function emitGuestVisibility(tx: Tx, settings: RealmRecord["settings"]): void {
  const { model } = tx;
  const isLimited = limitsGuests(model);
  const limited = isLimited ? model : withSettings(model, settings);
  const guests = activeGuests(model);
  for (const user of model.users.values()) {
    const strangers = guests.filter((guest) => !mayKnowUser(limited, guest, user));
    if (isLimited) emitAcquaintance(tx, user, strangers);
    else emitStranger(tx, user.id, strangers);
  }
}

const withSettings = (model: Model, settings: RealmRecord["settings"]): Model => ({
  ...model,
  realm: { ...model.realm, settings },
});

const activeGuests = (model: Model): User[] =>
  [...model.users.values()].filter((user) => isGuest(user) && user.isActive);
