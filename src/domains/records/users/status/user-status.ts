import type { ReadSql, TxSql } from "#engine/db/database.ts";

/** A user's status; fields are empty where nothing is set. */
export interface UserStatus {
  readonly userId: number;
  readonly statusText: string;
  readonly emojiName: string;
  readonly emojiCode: string;
  readonly reactionType: string;
}

/** Undefined for a user who has never had a status. */
export async function statusOf(sql: ReadSql, realmId: number, userId: number): Promise<UserStatus | undefined> {
  const [row] = await sql<UserStatus[]>`
    select user_id, status_text, emoji_name, emoji_code, reaction_type
    from user_status where realm_id = ${realmId} and user_id = ${userId}`;
  return row;
}

export async function allStatuses(sql: ReadSql, realmId: number): Promise<UserStatus[]> {
  return sql<UserStatus[]>`
    select user_id, status_text, emoji_name, emoji_code, reaction_type
    from user_status where realm_id = ${realmId} order by user_id`;
}

export async function storeStatus(sql: TxSql, realmId: number, status: UserStatus): Promise<void> {
  await sql`
    insert into user_status (realm_id, user_id, status_text, emoji_name, emoji_code, reaction_type)
    values (${realmId}, ${status.userId}, ${status.statusText}, ${status.emojiName}, ${status.emojiCode},
            ${status.reactionType})
    on conflict (realm_id, user_id) do update
    set status_text = excluded.status_text, emoji_name = excluded.emoji_name, emoji_code = excluded.emoji_code,
        reaction_type = excluded.reaction_type`;
}
