import { ApiError, badRequest } from "#platform/errors.ts";
import type { TxSql } from "#engine/db/database.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { User } from "#engine/model/records.ts";
import { devicesOf, type PushDevice, pushTokensOf } from "./queries.ts";
import type { PushToken } from "./tokens.ts";

/** Nobody has so many phones. */
export const MAX_DEVICES = 50;

declare const own: unique symbol;
/** A token of the caller's. */
export type OwnToken = PushToken & { readonly [own]: true };
/** An active phone of the caller's. */
export type OwnDevice = PushDevice & { readonly [own]: true };

export async function ownToken(
  sql: TxSql,
  realmId: number,
  user: User,
  kind: string,
  token: string,
): Promise<OwnToken> {
  const found = (await pushTokensOf(sql, realmId, user.id)).find(
    (candidate) => candidate.kind === kind && candidate.token === token,
  );
  if (found === undefined) throw badRequest("Token does not exist");
  return found as OwnToken;
}

/** All, or the one that is named. */
export async function ownTokens(realm: RealmRuntime, user: User, token?: string): Promise<OwnToken[]> {
  const all = await pushTokensOf(readPool(realm), realm.id, user.id);
  const found = all.filter((device) => token === undefined || device.token === token);
  if (token !== undefined && found.length === 0) {
    throw new ApiError("INVALID_PUSH_DEVICE_TOKEN", "Device not recognized");
  }
  return found as OwnToken[];
}

export async function activeDevices(realm: RealmRuntime, user: User, pushAccountId?: number): Promise<OwnDevice[]> {
  const found = (await devicesOf(readPool(realm), realm.id, user.id)).filter(
    (device) => device.status === "active" && (pushAccountId === undefined || device.pushAccountId === pushAccountId),
  );
  if (found.length === 0) throw new ApiError("NO_ACTIVE_PUSH_DEVICE", "No active registered push device");
  return found as OwnDevice[];
}
