import { badRequest } from "#platform/errors.ts";
import type { Model } from "#engine/model/model.ts";
import type { Administrator } from "#domains/records/organization/access.ts";
import type { ChannelFolder } from "#engine/model/records.ts";

export function existingFolder(model: Model, id: number): ChannelFolder {
  const folder = model.folders.find((folder) => folder.id === id);
  if (folder === undefined) throw badRequest("Invalid channel folder ID");
  return folder;
}

declare const manageable: unique symbol;
/** A folder that the actor may change. */
export type ManageableFolder = ChannelFolder & { readonly [manageable]: true };

export const manageableFolder = (model: Model, _actor: Administrator, id: number): ManageableFolder =>
  existingFolder(model, id) as ManageableFolder;

/** A folder to which channels can be added. */
export function usableFolder(model: Model, id: number): ChannelFolder {
  const folder = existingFolder(model, id);
  if (folder.isArchived) throw badRequest("This channel folder is archived.");
  return folder;
}
