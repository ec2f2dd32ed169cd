import type { TxSql } from "#engine/db/database.ts";
import { TRAITS } from "#domains/records/messages/message.ts";
import type { Emoji } from "./emoji.ts";

export interface Reaction {
  readonly messageId: number;
  readonly userId: number;
  readonly emoji: Emoji;
}

/** The users who reacted to a message with an emoji, and the name that they used. */
export async function reactionsWith(
  sql: TxSql,
  realmId: number,
  messageId: number,
  emoji: Pick<Emoji, "code" | "type">,
): Promise<{ userId: number; emojiName: string }[]> {
  return sql<{ userId: number; emojiName: string }[]>`
    select user_id, emoji_name from reaction
    where realm_id = ${realmId} and message_id = ${messageId} and reaction_type = ${emoji.type}
      and emoji_code = ${emoji.code}
    order by id`;
}

/** The emoji of a user's reactions, oldest first. */
export async function reactionsBy(sql: TxSql, realmId: number, messageId: number, userId: number): Promise<Emoji[]> {
  return sql<Emoji[]>`
    select emoji_name as name, emoji_code as code, reaction_type as type from reaction
    where realm_id = ${realmId} and message_id = ${messageId} and user_id = ${userId} order by id`;
}

export async function countReactions(sql: TxSql, realmId: number, messageId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from reaction where realm_id = ${realmId} and message_id = ${messageId}`;
  return row?.count ?? 0;
}

export async function insertReaction(sql: TxSql, realmId: number, id: number, made: Reaction): Promise<void> {
  const { messageId, userId, emoji } = made;
  await sql`
    insert into reaction (realm_id, message_id, user_id, reaction_type, emoji_code, emoji_name, id)
    values (${realmId}, ${messageId}, ${userId}, ${emoji.type}, ${emoji.code}, ${emoji.name}, ${id})`;
  await sql`
    update message set traits = traits | ${TRAITS.hasReaction}::int2
    where realm_id = ${realmId} and id = ${messageId} and traits & ${TRAITS.hasReaction}::int2 = 0`;
}

export async function deleteReaction(sql: TxSql, realmId: number, gone: Reaction): Promise<void> {
  const { messageId, userId, emoji } = gone;
  await sql`
    delete from reaction
    where realm_id = ${realmId} and message_id = ${messageId} and user_id = ${userId}
      and reaction_type = ${emoji.type} and emoji_code = ${emoji.code}`;
  await sql`
    update message set traits = traits & ~${TRAITS.hasReaction}::int2
    where realm_id = ${realmId} and id = ${messageId} and not exists (
      select from reaction where realm_id = ${realmId} and message_id = ${messageId})`;
}
