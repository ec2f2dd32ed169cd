import type { Runner } from "../db/database.ts";
import type { AvatarSizes } from "./avatar-image.ts";

export async function storeAvatar(
  sql: Runner,
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

export async function removeAvatar(sql: Runner, realmId: number, userId: number): Promise<void> {
  await sql`delete from avatar where realm_id = ${realmId} and user_id = ${userId}`;
}

export async function readAvatar(
  sql: Runner,
  realmId: number,
  hash: string,
  size: keyof AvatarSizes,
): Promise<Buffer | undefined> {
  const [row] = await sql<
    AvatarSizes[]
  >`select small, medium from avatar where realm_id = ${realmId} and hash = ${hash}`;
  return row?.[size];
}
