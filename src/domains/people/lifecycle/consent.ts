import type { Tx } from "#engine/writer/tx.ts";
import { isAdministrator } from "#engine/model/access/membership.ts";
import type { User } from "#engine/model/records.ts";
import { userSetting } from "#domains/records/users/record/settings.ts";
import { exportConsentChanged } from "#domains/records/users/record/settings-events.ts";

/** Emits to administrators, who may export data, whether a user lets exports contain their private data. */
export function emitConsent(tx: Tx, user: User): void {
  const administrators = [...tx.model.users.values()].filter(
    (user) => isAdministrator(user) && user.isActive && user.botType === null,
  );
  tx.emit(
    exportConsentChanged,
    {
      user_id: user.id,
      consented: userSetting(user, "allow_private_data_export"),
    },
    { to: "users", ids: administrators.map(({ id }) => id) },
  );
}
