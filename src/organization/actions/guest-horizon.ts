import type { Tx } from "../../db/tx.ts";
import { isGuest } from "../../model/membership.ts";
import { mayKnowUser } from "../../model/permissions.ts";
import type { RealmRecord } from "../../model/records.ts";
import { emitStranger } from "../../users/acquaintance.ts";

/** Tells guests whom they come to know, and whom they no longer may, by new settings of the organization. */
export function emitGuestHorizon(tx: Tx, settings: RealmRecord["settings"]): void {
  const { model } = tx;
  const after = { ...model, realm: { ...model.realm, settings } };
  const guests = [...model.users.values()].filter((user) => isGuest(user) && user.isActive);
  for (const user of model.users.values()) {
    const knowing = guests.filter((guest) => mayKnowUser(model, guest, user));
    const willKnow = guests.filter((guest) => mayKnowUser(after, guest, user));
    const gained = willKnow.filter((guest) => !knowing.includes(guest)).map(({ id }) => id);
    if (gained.length > 0) {
      const audience = { to: "users", ids: gained } as const;
      tx.emit({ type: "realm_user", op: "add", user }, audience);
      if (!user.isActive) {
        tx.emit({ type: "realm_user", op: "update", person: { user_id: user.id, is_active: false } }, audience);
      }
    }
    emitStranger(
      tx,
      user.id,
      knowing.filter((guest) => !willKnow.includes(guest)),
    );
  }
}
