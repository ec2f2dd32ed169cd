import { mayChangeOwnName, ownAccount } from "#domains/people/lifecycle/access.ts";
import { updateUser } from "#domains/people/lifecycle/actions/update-user.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { User } from "#engine/model/records.ts";
import { endAllSessions, type SessionInput, startSession } from "#domains/people/sessions/actions.ts";
import { storePassword } from "#domains/records/users/queries.ts";
import { userSetting } from "#domains/records/users/record/settings.ts";
import { statusOf } from "#domains/records/users/status/user-status.ts";
import { requestEmailChange } from "./change-email.ts";
import { changeSettings, type SettingsInput } from "./change-settings.ts";
import { statusChanged } from "#domains/records/users/status/events.ts";

interface AccountInput {
  readonly fullName: string | undefined;
  /** The new address to be confirmed, and the base URL for the link in the mail. */
  readonly email: { readonly wanted: string; readonly realmUrl: string } | undefined;
  readonly passwordHash: string | undefined;
  /** To be begun with the new password. */
  readonly session: SessionInput | undefined;
  readonly settings: SettingsInput;
}

/** Changes the user's own account and settings. A name that the organization does not let users change is ignored. */
export async function changeAccount(tx: Tx<"session.ended">, user: User, input: AccountInput): Promise<void> {
  const fullName = mayChangeOwnName(tx.model, user) ? input.fullName : undefined;
  const named = await updateUser(tx, user, ownAccount(user), { fullName });
  if (input.passwordHash !== undefined) {
    await storePassword(tx.sql, tx.realmId, user.id, input.passwordHash);
    await endAllSessions(tx, user.id);
    // The browser that chose the new password gets a new session in place of the one that ended.
    if (input.session !== undefined) await startSession(tx, user, input.session);
  }
  // After a new password, which ends what was asked for before.
  if (input.email !== undefined) await requestEmailChange(tx, named, input.email.wanted, input.email.realmUrl);
  const after = await changeSettings(tx, named, input.settings);
  await emitAway(tx, user, after);
}

/** A user's status says whether they are invisible, so it changes with the setting. */
async function emitAway(tx: Tx, before: User, after: User): Promise<void> {
  const isVisible = userSetting(after, "presence_enabled");
  if (isVisible === userSetting(before, "presence_enabled")) return;
  if ((await statusOf(tx.sql, tx.realmId, after.id)) === undefined) return;
  tx.emit(statusChanged, { user_id: after.id, away: !isVisible }, { to: "viewers", user: after.id });
}
