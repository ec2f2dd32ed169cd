import { type Static, Type } from "#platform/schema/type.ts";
import type { ChannelFolder } from "#engine/model/records.ts";

export const FolderSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  rendered_description: Type.String(),
  order: Type.Integer(),
  creator_id: Type.Union([Type.Integer(), Type.Null()]),
  date_created: Type.Integer(),
  is_archived: Type.Boolean(),
});

export const presentFolder = (folder: ChannelFolder): Static<typeof FolderSchema> => ({
  id: folder.id,
  name: folder.name,
  description: folder.description,
  rendered_description: folder.renderedDescription,
  order: folder.position,
  creator_id: folder.creatorId,
  date_created: folder.createdAt,
  is_archived: folder.isArchived,
});

/** Sorts folders as clients show them. */
export const presentFolders = (
  folders: readonly ChannelFolder[],
  withArchived: boolean,
): Static<typeof FolderSchema>[] =>
  folders
    .filter(({ isArchived }) => withArchived || !isArchived)
    .toSorted((a, b) => a.position - b.position || a.id - b.id)
    .map(presentFolder);
