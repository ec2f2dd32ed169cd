import type { Tx } from "../db/tx.ts";
import { isAdministrator } from "../model/membership.ts";
import type { User } from "../model/records.ts";
import { userSetting } from "../users/settings.ts";

/** Tells those who might export everything whether somebody agrees to have their private data in there. */
export function emitConsent(tx: Tx, user: User): void {
  const administrators = [...tx.model.users.values()].filter(
    (one) => isAdministrator(one) && one.isActive && one.botType === null,
  );
  tx.emit(
    {
      type: "realm_export_consent",
      user_id: user.id,
      consented: userSetting(user, "allow_private_data_export"),
    },
    { to: "users", ids: administrators.map(({ id }) => id) },
  );
}
