import type { Tx } from "#engine/writer/tx.ts";
import { isGuest } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import { limitsGuests, mayKnowUser } from "#engine/model/access/permissions.ts";
import type { RealmRecord, User } from "#engine/model/records.ts";
import { emitUserShown, emitUserHidden } from "#domains/records/users/guest-visibility.ts";

/**
 * Each pair of a guest and a user may need an event, and all other writes wait for it: 100,000 pairs take 20 ms.
 * 400 guests and 4,000 users would be 1,600,000 pairs, and the log would grow by 11 MB.
 */
const MAX_PAIRS = 100_000;

/** How guests learn that a change of settings lets them see other users than before. */
export type GuestVisibility = "same" | "events" | "new queues";

export function guestVisibility(model: Model, settings: RealmRecord["settings"]): GuestVisibility {
  if (limitsGuests(model) === limitsGuests(withSettings(model, settings))) return "same";
  return activeGuests(model).length * model.users.size <= MAX_PAIRS ? "events" : "new queues";
}

/** Emits to guests which users they may now see, or may no longer see. */
export function emitGuestVisibility(tx: Tx, settings: RealmRecord["settings"]): void {
  const { model } = tx;
  const isLimited = limitsGuests(model);
  const limited = isLimited ? model : withSettings(model, settings);
  const guests = activeGuests(model);
  for (const user of model.users.values()) {
    const strangers = guests.filter((guest) => !mayKnowUser(limited, guest, user));
    if (isLimited) emitUserShown(tx, user, strangers);
    else emitUserHidden(tx, user.id, strangers);
  }
}

const withSettings = (model: Model, settings: RealmRecord["settings"]): Model => ({
  ...model,
  realm: { ...model.realm, settings },
});

const activeGuests = (model: Model): User[] =>
  [...model.users.values()].filter((user) => isGuest(user) && user.isActive);
