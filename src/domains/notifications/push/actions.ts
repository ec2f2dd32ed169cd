import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { User } from "#engine/model/records.ts";
import { MAX_DEVICES, type OwnToken } from "./access.ts";
import { type ERROR_CODES, pushDeviceChanged } from "./events.ts";
import {
  deleteToken,
  devicesOf,
  insertToken,
  type RegistrationOutcome,
  type PushDevice,
  storeDevice,
  storeOutcome,
  pushTokensOf,
} from "./queries.ts";
import type { PushToken } from "./tokens.ts";

/** The same token twice is one. */
export async function addToken(tx: Tx, user: User, token: PushToken): Promise<void> {
  const known = await pushTokensOf(tx.sql, tx.realmId, user.id);
  const isKnown = known.some((device) => device.kind === token.kind && device.token === token.token);
  if (!isKnown && known.length >= MAX_DEVICES) throw badRequest("You have too many devices.");
  await insertToken(tx.sql, tx.realmId, user.id, token);
}

export const removeToken = (tx: Tx, user: User, token: OwnToken): Promise<void> =>
  deleteToken(tx.sql, tx.realmId, user.id, token);

type Registration = Omit<PushDevice, "status" | "errorCode" | "deviceId">;

/** Puts a phone in line for the relay. What the relay has accepted, or is being asked, is not asked again. */
export async function registerDevice(tx: Tx, user: User, registration: Registration): Promise<void> {
  const devices = await devicesOf(tx.sql, tx.realmId, user.id);
  const known = devices.find((device) => device.pushAccountId === registration.pushAccountId);
  if (known === undefined && devices.length >= MAX_DEVICES) throw badRequest("You have too many devices.");
  if (known !== undefined && known.status !== "failed" && isSame(known, registration)) return;
  const device: PushDevice = { ...registration, status: "pending", errorCode: null, deviceId: null };
  await storeDevice(tx.sql, tx.realmId, user.id, device);
  tell(tx, user.id, registration.pushAccountId, "pending");
}

const isSame = (known: PushDevice, wanted: Registration): boolean =>
  known.tokenKind === wanted.tokenKind &&
  known.pushPublicKey === wanted.pushPublicKey &&
  known.encryptedRegistration === wanted.encryptedRegistration;

/** What has become of a phone, unless it has been registered anew meanwhile. */
export async function settleDevice(
  tx: Tx,
  userId: number,
  device: PushDevice,
  outcome: RegistrationOutcome,
): Promise<void> {
  if (!(await storeOutcome(tx.sql, tx.realmId, userId, device, outcome))) return;
  tell(tx, userId, device.pushAccountId, outcome.status, outcome.errorCode as (typeof ERROR_CODES)[number] | null);
}

function tell(
  tx: Tx,
  userId: number,
  pushAccountId: number,
  status: PushDevice["status"],
  errorCode: (typeof ERROR_CODES)[number] | null = null,
): void {
  const fields = { push_account_id: String(pushAccountId), status };
  tx.emit(pushDeviceChanged, errorCode === null ? fields : { ...fields, error_code: errorCode }, {
    to: "users",
    ids: [userId],
  });
}
