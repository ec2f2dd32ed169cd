import type { ReadSql, TxSql } from "#engine/db/database.ts";
import type { User } from "#engine/model/records.ts";
import { caseless } from "#platform/characters.ts";

export async function insertUser(sql: TxSql, realmId: number, user: User): Promise<void> {
  await sql`
    insert into account (realm_id, id, email, email_key, full_name, role, bot_type, bot_owner_id, is_active, is_provisional, date_joined, timezone,
                         avatar_source, avatar_version, avatar_hash, email_visibility, key_generation, can_create_users,
                         can_change_user_emails, settings)
    values (${realmId}, ${user.id}, ${user.email}, ${caseless(user.email)}, ${user.fullName}, ${user.role}, ${user.botType}, ${user.botOwnerId},
            ${user.isActive}, ${user.isProvisional}, to_timestamp(${user.dateJoined}), ${user.timezone}, ${user.avatarSource},
            ${user.avatarVersion}, ${user.avatarHash}, ${user.emailVisibility}, ${user.keyGeneration}, ${user.canCreateUsers},
            ${user.canChangeUserEmails}, ${sql.json(user.settings)})`;
}

/** Links to choose a password end when one was chosen, by whichever way. */
export async function storePassword(sql: TxSql, realmId: number, userId: number, hash: string): Promise<void> {
  await sql`
    with ended as (delete from password_reset where realm_id = ${realmId} and user_id = ${userId})
    insert into password (realm_id, user_id, hash) values (${realmId}, ${userId}, ${hash})
    on conflict (realm_id, user_id) do update set hash = excluded.hash`;
}

/** Nobody logs in by a password until another one is chosen. */
export async function deletePassword(sql: TxSql, realmId: number, userId: number): Promise<void> {
  await sql`delete from password where realm_id = ${realmId} and user_id = ${userId}`;
}

/** The hash of a user's password, if they have one. For an unknown user the same statement runs and reads one row, too. */
export async function readPassword(
  sql: ReadSql,
  realmId: number,
  userId: number | undefined,
): Promise<string | undefined> {
  const [row] = await sql<{ hash: string | null }[]>`
    select (select hash from password where realm_id = ${realmId} and user_id = ${userId ?? NOBODY}) as hash`;
  return row?.hash ?? undefined;
}

/** No account has this ID. */
const NOBODY = 0;

/**
 * Stores every field of an account that can change. The folded key changes only with the address, because under a newer
 * Unicode version the address could fold to a key that is taken.
 */
export async function storeUser(sql: TxSql, realmId: number, user: User): Promise<void> {
  await sql`
    update account
    set email_key = case when email = ${user.email} then email_key else ${caseless(user.email)} end,
        email = ${user.email}, full_name = ${user.fullName}, role = ${user.role}, bot_owner_id = ${user.botOwnerId},
        is_active = ${user.isActive}, is_provisional = ${user.isProvisional}, timezone = ${user.timezone},
        avatar_source = ${user.avatarSource}, avatar_version = ${user.avatarVersion}, avatar_hash = ${user.avatarHash},
        email_visibility = ${user.emailVisibility}, key_generation = ${user.keyGeneration},
        queues_ended_at = ${user.queuesEndedAt}, can_create_users = ${user.canCreateUsers}, can_change_user_emails = ${user.canChangeUserEmails},
        settings = ${sql.json(user.settings)}
    where realm_id = ${realmId} and id = ${user.id}`;
}

/** A deactivated account keeps nothing that opens an account elsewhere. */
export async function removeZoomToken(sql: TxSql, realmId: number, userId: number): Promise<void> {
  await sql`delete from zoom_token where realm_id = ${realmId} and user_id = ${userId}`;
}

/** Removes the phones of an account that is deactivated, or whose key is invalid: they get no more notifications. */
export async function removePushDevices(sql: TxSql, realmId: number, userId: number): Promise<void> {
  await sql`delete from push_token where realm_id = ${realmId} and user_id = ${userId}`;
  await sql`delete from push_device where realm_id = ${realmId} and user_id = ${userId}`;
  await sql`delete from web_push_subscription where realm_id = ${realmId} and user_id = ${userId}`;
}
