import type { ReadSql, TxSql } from "#engine/db/database.ts";
import type { CustomEmoji } from "#engine/model/records.ts";

export interface PictureFile {
  readonly file: string;
  readonly contentType: string;
  readonly data: Buffer;
}

export async function insertEmoji(sql: TxSql, realmId: number, emoji: CustomEmoji): Promise<void> {
  await sql`
    insert into custom_emoji (realm_id, id, name, source_url, still_url, deactivated, author_id)
    values (${realmId}, ${emoji.id}, ${emoji.name}, ${emoji.sourceUrl}, ${emoji.stillUrl}, ${emoji.deactivated},
            ${emoji.authorId})`;
}

export async function insertPicture(
  sql: TxSql,
  realmId: number,
  emojiId: number,
  { file, contentType, data }: PictureFile,
): Promise<void> {
  await sql`
    insert into emoji_picture (realm_id, file, emoji_id, content_type, data)
    values (${realmId}, ${file}, ${emojiId}, ${contentType}, ${data})`;
}

export async function deactivateEmoji(sql: TxSql, realmId: number, emojiId: number): Promise<void> {
  await sql`update custom_emoji set deactivated = true where realm_id = ${realmId} and id = ${emojiId}`;
}

export async function readEmojiPicture(sql: ReadSql, realmId: number, file: string): Promise<PictureFile | undefined> {
  const [row] = await sql<PictureFile[]>`
    select file, content_type, data from emoji_picture where realm_id = ${realmId} and file = ${file}`;
  return row;
}
