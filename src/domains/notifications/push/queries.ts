import type { BackgroundSql, ReadSql, TxSql } from "#engine/db/database.ts";
import type { PushToken, TokenKind } from "./tokens.ts";

/** A phone whose notifications only it can read. */
export interface PushDevice {
  readonly pushAccountId: number;
  readonly tokenKind: TokenKind;
  readonly pushPublicKey: string;
  readonly bouncerPublicKey: string;
  readonly encryptedRegistration: string;
  readonly status: "pending" | "active" | "failed";
  readonly errorCode: string | null;
  /** What the relay calls it. */
  readonly deviceId: number | null;
}

export async function pushTokensOf(sql: ReadSql, realmId: number, userId: number): Promise<PushToken[]> {
  return sql<PushToken[]>`
    select kind, token, app_id from push_token
    where realm_id = ${realmId} and user_id = ${userId} order by added_at, token`;
}

export async function insertToken(sql: TxSql, realmId: number, userId: number, token: PushToken): Promise<void> {
  await sql`
    insert into push_token (realm_id, user_id, kind, token, app_id)
    values (${realmId}, ${userId}, ${token.kind}, ${token.token}, ${token.appId})
    on conflict (realm_id, user_id, kind, token) do update set app_id = excluded.app_id`;
}

export async function deleteToken(
  sql: TxSql,
  realmId: number,
  userId: number,
  { kind, token }: Pick<PushToken, "kind" | "token">,
): Promise<void> {
  await sql`
    delete from push_token
    where realm_id = ${realmId} and user_id = ${userId} and kind = ${kind} and token = ${token}`;
}

const columns = (sql: ReadSql) => sql`
  push_account_id, token_kind, push_public_key, bouncer_public_key, encrypted_registration, status, error_code, device_id`;

export async function devicesOf(sql: ReadSql, realmId: number, userId: number): Promise<PushDevice[]> {
  return sql<PushDevice[]>`
    select ${columns(sql)} from push_device
    where realm_id = ${realmId} and user_id = ${userId} order by push_account_id`;
}

export async function storeDevice(sql: TxSql, realmId: number, userId: number, device: PushDevice): Promise<void> {
  await sql`
    insert into push_device (realm_id, user_id, push_account_id, token_kind, push_public_key, bouncer_public_key,
                             encrypted_registration, status)
    values (${realmId}, ${userId}, ${device.pushAccountId}, ${device.tokenKind}, ${device.pushPublicKey},
            ${device.bouncerPublicKey}, ${device.encryptedRegistration}, ${device.status})
    on conflict (realm_id, user_id, push_account_id) do update
    set token_kind = excluded.token_kind, push_public_key = excluded.push_public_key,
        bouncer_public_key = excluded.bouncer_public_key, encrypted_registration = excluded.encrypted_registration,
        status = excluded.status, error_code = null, device_id = null, attempts = 0, due_at = now()`;
}

export interface PendingDevice extends PushDevice {
  readonly realmId: number;
  readonly userId: number;
  /** This one included. */
  readonly attempts: number;
}

/** Longer than a call may take: what a process that died has taken comes back by this. */
const LEASE_SECONDS = 60;

export async function takePendingDevices(sql: BackgroundSql, most: number): Promise<PendingDevice[]> {
  return sql<PendingDevice[]>`
    update push_device set attempts = attempts + 1, due_at = now() + make_interval(secs => ${LEASE_SECONDS})
    where (realm_id, user_id, push_account_id) in (
      select realm_id, user_id, push_account_id from push_device
      where status = 'pending' and due_at <= now() order by due_at limit ${most} for update skip locked)
    returning realm_id, user_id, attempts, ${columns(sql)}`;
}

export async function postpone(sql: BackgroundSql, device: PendingDevice, seconds: number): Promise<void> {
  await sql`
    update push_device set due_at = now() + make_interval(secs => ${seconds})
    where realm_id = ${device.realmId} and user_id = ${device.userId} and push_account_id = ${device.pushAccountId}
      and status = 'pending'`;
}

export interface RegistrationOutcome {
  readonly status: "active" | "failed";
  readonly errorCode: string | null;
  readonly deviceId: number | null;
}

/** False if the registration is gone or another one by now. */
export async function storeOutcome(
  sql: TxSql,
  realmId: number,
  userId: number,
  device: PushDevice,
  { status, errorCode, deviceId }: RegistrationOutcome,
): Promise<boolean> {
  const { count } = await sql`
    update push_device set status = ${status}, error_code = ${errorCode}, device_id = ${deviceId}
    where realm_id = ${realmId} and user_id = ${userId} and push_account_id = ${device.pushAccountId}
      and status = ${device.status} and encrypted_registration = ${device.encryptedRegistration}`;
  return count > 0;
}
