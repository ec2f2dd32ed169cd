import type { TxSql } from "#engine/db/database.ts";
import type { ChannelFolder } from "#engine/model/records.ts";

export async function insertFolder(sql: TxSql, realmId: number, folder: ChannelFolder): Promise<void> {
  await sql`
    insert into channel_folder (realm_id, id, name, description, rendered_description, position, creator_id, created_at)
    values (${realmId}, ${folder.id}, ${folder.name}, ${folder.description}, ${folder.renderedDescription},
            ${folder.position}, ${folder.creatorId}, to_timestamp(${folder.createdAt}))`;
}

export async function storeFolder(sql: TxSql, realmId: number, folder: ChannelFolder): Promise<void> {
  await sql`
    update channel_folder
    set name = ${folder.name}, description = ${folder.description},
        rendered_description = ${folder.renderedDescription}, is_archived = ${folder.isArchived}
    where realm_id = ${realmId} and id = ${folder.id}`;
}

export async function storePositions(
  sql: TxSql,
  realmId: number,
  folders: readonly Pick<ChannelFolder, "id" | "position">[],
): Promise<void> {
  await sql`
    update channel_folder f set position = wanted.position
    from unnest(
      ${folders.map(({ id }) => id)}::int8[], ${folders.map(({ position }) => position)}::int8[]
    ) as wanted (id, position)
    where f.realm_id = ${realmId} and f.id = wanted.id`;
}
