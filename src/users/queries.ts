import type { Connection, Runner } from "../db/database.ts";
import type { User } from "../model/records.ts";

export async function insertUser(sql: Runner, realmId: number, user: User): Promise<void> {
  await sql`
    insert into account (realm_id, id, email, full_name, role, bot_type, bot_owner_id, is_active, is_provisional, date_joined, timezone,
                         avatar_source, avatar_version, email_visibility, key_generation, can_create_users,
                         can_change_user_emails)
    values (${realmId}, ${user.id}, ${user.email}, ${user.fullName}, ${user.role}, ${user.botType}, ${user.botOwnerId},
            ${user.isActive}, ${user.isProvisional}, to_timestamp(${user.dateJoined}), ${user.timezone}, ${user.avatarSource},
            ${user.avatarVersion}, ${user.emailVisibility}, ${user.keyGeneration}, ${user.canCreateUsers},
            ${user.canChangeUserEmails})`;
}

export async function storePassword(sql: Runner, realmId: number, userId: number, hash: string): Promise<void> {
  await sql`
    insert into password (realm_id, user_id, hash) values (${realmId}, ${userId}, ${hash})
    on conflict (realm_id, user_id) do update set hash = excluded.hash`;
}

export async function readPassword(sql: Runner, realmId: number, userId: number): Promise<string | undefined> {
  const [row] = await sql<{ hash: string }[]>`
    select hash from password where realm_id = ${realmId} and user_id = ${userId}`;
  return row?.hash;
}

export async function storeKeyGeneration(
  sql: Connection,
  realmId: number,
  userId: number,
  generation: number,
): Promise<void> {
  await sql`update account set key_generation = ${generation} where realm_id = ${realmId} and id = ${userId}`;
}

export async function storeGrants(sql: Connection, realmId: number, user: User): Promise<void> {
  await sql`
    update account
    set can_create_users = ${user.canCreateUsers}, can_change_user_emails = ${user.canChangeUserEmails}
    where realm_id = ${realmId} and id = ${user.id}`;
}
