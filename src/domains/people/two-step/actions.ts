import { enqueueMail } from "#engine/jobs/mail.ts";
import { isAdministrator } from "#engine/model/access/membership.ts";
import type { User } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { badRequest } from "#platform/errors.ts";
import type { TwoStepUser } from "./access.ts";
import { twoStepUpdated } from "./events.ts";
import { type TwoStepChange, twoStepMail } from "./mails.ts";
import { deleteTwoStep, replaceRecoveryCodes, storeBegun, storeConfirmed } from "./queries.ts";

export const ALREADY_ON = "Two-step login is on already.";
export const NOT_BEGUN = "Two-step login was not begun, or too long ago. Begin again.";
const NOT_ON = "Two-step login is not on.";

/** What every change is made with. */
interface MailChoice {
  /** Whether this server sends mails. */
  readonly sendsMail: boolean;
}

/** Stores a secret that logins do not ask for before its user has shown a code of it. */
export async function beginTwoStep(tx: Tx, user: TwoStepUser, sealed: string): Promise<void> {
  if (tx.model.twoStep.has(user.id)) throw badRequest(ALREADY_ON);
  await storeBegun(tx.sql, tx.realmId, { userId: user.id, secret: sealed, at: tx.now });
}

interface Confirmed extends MailChoice {
  /** As it was when the code was compared. */
  readonly secret: string;
  readonly step: number;
  readonly recoveryHashes: readonly string[];
}

/** From the commit on, logins ask for a code. Sessions and keys that there are stay. */
export async function enableTwoStep(
  tx: Tx<"two_step.enabled">,
  user: TwoStepUser,
  { secret, step, recoveryHashes, sendsMail }: Confirmed,
): Promise<void> {
  if (tx.model.twoStep.has(user.id)) throw badRequest(ALREADY_ON);
  if (!(await storeConfirmed(tx.sql, tx.realmId, user.id, { secret, step, at: tx.now }))) throw badRequest(NOT_BEGUN);
  await replaceRecoveryCodes(tx.sql, tx.realmId, user.id, recoveryHashes);
  tx.audit("two_step.enabled", user.id);
  tx.change({ kind: "two_step_changed", userId: user.id, isOn: true });
  announce(tx, user, true);
  await tell(tx, user, { kind: "enabled" }, { sendsMail });
}

export async function disableTwoStep(
  tx: Tx<"two_step.disabled">,
  user: TwoStepUser,
  choice: MailChoice,
): Promise<void> {
  if (!tx.model.twoStep.has(user.id)) throw badRequest(NOT_ON);
  await deleteTwoStep(tx.sql, tx.realmId, user.id);
  tx.audit("two_step.disabled", user.id);
  tx.change({ kind: "two_step_changed", userId: user.id, isOn: false });
  announce(tx, user, false);
  await tell(tx, user, { kind: "disabled" }, choice);
}

export async function renewRecoveryCodes(
  tx: Tx<"two_step.recovery_codes_replaced">,
  user: TwoStepUser,
  { hashes, sendsMail }: MailChoice & { readonly hashes: readonly string[] },
): Promise<void> {
  if (!tx.model.twoStep.has(user.id)) throw badRequest(NOT_ON);
  await replaceRecoveryCodes(tx.sql, tx.realmId, user.id, hashes);
  tx.audit("two_step.recovery_codes_replaced", user.id);
  announce(tx, user, true);
  await tell(tx, user, { kind: "replaced" }, { sendsMail });
}

/** To all browsers of the user, and to administrators, who see who has it. */
function announce(tx: Tx, user: User, isEnabled: boolean): void {
  const ids = [...tx.model.users.values()]
    .filter((other) => other.id === user.id || (isAdministrator(other) && other.isActive && other.botType === null))
    .map(({ id }) => id)
    .sort((a, b) => a - b);
  tx.emit(twoStepUpdated, { user_id: user.id, is_enabled: isEnabled }, { to: "users", ids });
}

export async function tell(tx: Tx, user: User, change: TwoStepChange, { sendsMail }: MailChoice): Promise<void> {
  if (sendsMail) await enqueueMail(tx.sql, tx.realmId, twoStepMail(tx.model.realm.name, user, change));
}
