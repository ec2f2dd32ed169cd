import type { Tx } from "../../db/tx.ts";
import { isGuest } from "../../model/membership.ts";
import { mayKnowUser } from "../../model/permissions.ts";
import type { RealmRecord } from "../../model/records.ts";
import { emitAcquaintance, emitStranger } from "../../users/acquaintance.ts";

/** Tells guests whom they come to know, and whom they no longer may, by new settings of the organization. */
export function emitGuestHorizon(tx: Tx, settings: RealmRecord["settings"]): void {
  const { model } = tx;
  const after = { ...model, realm: { ...model.realm, settings } };
  const guests = [...model.users.values()].filter((user) => isGuest(user) && user.isActive);
  for (const user of model.users.values()) {
    const knowing = guests.filter((guest) => mayKnowUser(model, guest, user));
    const willKnow = guests.filter((guest) => mayKnowUser(after, guest, user));
    emitAcquaintance(
      tx,
      user,
      willKnow.filter((guest) => !knowing.includes(guest)),
    );
    emitStranger(
      tx,
      user.id,
      knowing.filter((guest) => !willKnow.includes(guest)),
    );
  }
}
