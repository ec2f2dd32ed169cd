import { mayChangeOwnName, ownAccount } from "../../accounts/access.ts";
import { updateUser } from "../../accounts/actions/update-user.ts";
import type { Tx } from "../../../../engine/writer/tx.ts";
import type { User } from "../../../../engine/model/records.ts";
import { storePassword } from "../../users/queries.ts";
import { userSetting } from "../../users/record/settings.ts";
import { statusOf } from "../../users/user-status.ts";
import { wishForEmail } from "./change-email.ts";
import { changeSettings, type SettingsInput } from "./change-settings.ts";
import { statusChanged } from "../../status/events.ts";

export interface AccountInput {
  readonly fullName: string | undefined;
  /** The address to ask for, and where the organization is. */
  readonly email: { readonly wanted: string; readonly realmUrl: string } | undefined;
  readonly passwordHash: string | undefined;
  readonly settings: SettingsInput;
}

/** Changes the user's own account and settings. A name that the organization does not let them change is left alone. */
export async function changeAccount(tx: Tx, user: User, wish: AccountInput): Promise<void> {
  const fullName = mayChangeOwnName(tx.model, user) ? wish.fullName : undefined;
  const named = await updateUser(tx, user, ownAccount(user), { fullName });
  if (wish.email !== undefined) await wishForEmail(tx, named, wish.email.wanted, wish.email.realmUrl);
  if (wish.passwordHash !== undefined) await storePassword(tx.sql, tx.realmId, user.id, wish.passwordHash);
  const after = await changeSettings(tx, named, wish.settings);
  await emitAway(tx, user, after);
}

/** Whoever has a status shows in it whether they are invisible. */
async function emitAway(tx: Tx, before: User, after: User): Promise<void> {
  const isVisible = userSetting(after, "presence_enabled");
  if (isVisible === userSetting(before, "presence_enabled")) return;
  if ((await statusOf(tx.sql, tx.realmId, after.id)) === undefined) return;
  tx.emit(statusChanged, { user_id: after.id, away: !isVisible }, { to: "acquaintances", user: after.id });
}
