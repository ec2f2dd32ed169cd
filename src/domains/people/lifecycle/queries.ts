import type { ReadSql, TxSql } from "#engine/db/database.ts";
import type { AvatarSizes } from "../avatars/avatar-image.ts";

export async function storeAvatar(
  sql: TxSql,
  realmId: number,
  userId: number,
  hash: string,
  { small, medium }: AvatarSizes,
): Promise<void> {
  await sql`
    insert into avatar (realm_id, user_id, hash, small, medium) values (${realmId}, ${userId}, ${hash}, ${small}, ${medium})
    on conflict (realm_id, user_id)
    do update set hash = excluded.hash, small = excluded.small, medium = excluded.medium`;
}

export async function removeAvatar(sql: TxSql, realmId: number, userId: number): Promise<void> {
  await sql`delete from avatar where realm_id = ${realmId} and user_id = ${userId}`;
}

export async function readAvatar(
  sql: ReadSql,
  realmId: number,
  hash: string,
  size: keyof AvatarSizes,
): Promise<Buffer | undefined> {
  const [row] = await sql<
    AvatarSizes[]
  >`select small, medium from avatar where realm_id = ${realmId} and hash = ${hash}`;
  return row?.[size];
}

/** Of the `most` newest messages of channels: the oldest, and the oldest of those that are to be unread. */
export async function newestMessages(
  sql: ReadSql,
  realmId: number,
  channelIds: readonly number[],
  most: number,
  mostUnread: number,
): Promise<{ oldest: number | null; unread: number | null }> {
  const [row] = await sql<{ oldest: number | null; unread: number | null }[]>`
    select min(id) as oldest, min(id) filter (where place <= ${mostUnread}) as unread
    from (
      select newest.id, row_number() over (order by newest.id desc) as place
      from unnest(${[...channelIds]}::int8[]) as channel (id), lateral (
        select m.id from message m
        where m.realm_id = ${realmId} and m.conversation_id = channel.id
        order by m.id desc limit ${most}
      ) newest
      order by newest.id desc limit ${most}
    ) found`;
  return row ?? { oldest: null, unread: null };
}

/** Stores that a user who has no read state yet has read the messages from `from` to before `until` in channels. */
export async function storeHistoryRead(
  sql: TxSql,
  realmId: number,
  userId: number,
  channelIds: readonly number[],
  from: number,
  until: number,
): Promise<void> {
  if (from >= until) return;
  await sql`
    insert into read_state (realm_id, user_id, conversation_id, ranges)
    select ${realmId}, ${userId}, id, int8multirange(int8range(${from}, ${until}))
    from unnest(${[...channelIds]}::int8[]) as channel (id)`;
}
