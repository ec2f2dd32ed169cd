import { differences } from "#engine/log/audit-differences.ts";
import { badRequest } from "#platform/errors.ts";
import type { FieldsOf } from "#engine/log/event-kinds.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { Model } from "#engine/model/model.ts";
import type { ChannelFolder, User } from "#engine/model/records.ts";
import { badCharacterAt, caseless } from "#platform/characters.ts";
import { unixSeconds } from "#platform/clock.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";
import { renderedDescription } from "../actions/create-channel.ts";
import { checkedProse } from "#domains/records/channels/name.ts";
import type { Administrator } from "#domains/records/organization/access.ts";
import type { ManageableFolder } from "./access.ts";
import { presentFolder } from "#domains/records/channels/folders.ts";
import { insertFolder, storeFolder, storePositions } from "./queries.ts";
import { folderAdded, folderUpdated, foldersReordered } from "#domains/records/channels/folder-events.ts";

/** A new folder is the last one, because IDs increase. */
export async function createFolder(
  tx: Tx<"channel_folder.created">,
  creator: Administrator,
  texts: { readonly name: string; readonly description: string },
): Promise<number> {
  const id = tx.nextId();
  const folder: ChannelFolder = {
    id,
    name: checkedName(tx.model, texts.name),
    ...described(tx.model, creator, texts.description),
    position: id,
    creatorId: creator.id,
    createdAt: unixSeconds(tx.now),
    isArchived: false,
  };
  await insertFolder(tx.sql, tx.realmId, folder);
  tx.change({ kind: "folders_changed", folders: [...tx.model.folders, folder] });
  tx.emit(folderAdded, { channel_folder: presentFolder(folder) }, { to: "everyone" });
  tx.audit("channel_folder.created", id, { new: texts });
  return id;
}

export interface FolderUpdate {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly isArchived?: boolean | undefined;
}

/** Changes all that was asked for, or nothing. */
export async function updateFolder(
  tx: Tx<"channel_folder.changed">,
  actor: User,
  before: ManageableFolder,
  update: FolderUpdate,
): Promise<void> {
  const { model } = tx;
  const { id } = before;
  const isArchived = update.isArchived ?? before.isArchived;
  const folder: ChannelFolder = {
    ...before,
    ...(update.name !== undefined && { name: checkedName(model, update.name, id, isArchived) }),
    ...(update.description !== undefined && described(model, actor, update.description)),
    isArchived,
  };
  if (isArchived && !before.isArchived) checkIsEmpty(model, id);
  if (!isArchived && before.isArchived) checkedName(model, folder.name, id);
  const news = newsOf(before, folder);
  if (news.length === 0) return;
  tx.audit("channel_folder.changed", id, differences(before, folder));
  await storeFolder(tx.sql, tx.realmId, folder);
  tx.change({ kind: "folders_changed", folders: model.folders.map((other) => (other.id === id ? folder : other)) });
  for (const data of news) {
    tx.emit(folderUpdated, { channel_folder_id: id, data }, { to: "everyone" });
  }
}

/** There is one event for each part that changed. */
const newsOf = (before: ChannelFolder, after: ChannelFolder): FieldsOf<typeof folderUpdated>["data"][] => [
  ...(after.name === before.name ? [] : [{ name: after.name }]),
  ...(after.description === before.description
    ? []
    : [{ description: after.description, rendered_description: after.renderedDescription }]),
  ...(after.isArchived === before.isArchived ? [] : [{ is_archived: after.isArchived }]),
];

/** Puts the folders into the order of a list that must name all of them; what else it names is ignored. */
export async function reorderFolders(
  tx: Tx<"channel_folder.reordered">,
  _actor: Administrator,
  order: readonly number[],
): Promise<void> {
  const known = [...new Set(order)].filter((id) => tx.model.folders.some((folder) => folder.id === id));
  if (known.length < tx.model.folders.length) throw badRequest("Invalid order mapping.");
  const places = new Map(known.map((id, index) => [id, index]));
  const folders = tx.model.folders.map((folder) => ({ ...folder, position: places.get(folder.id) as number }));
  tx.audit("channel_folder.reordered", "all", { new: known });
  await storePositions(tx.sql, tx.realmId, folders);
  tx.change({ kind: "folders_changed", folders });
  tx.emit(foldersReordered, { order: known }, { to: "everyone" });
}

function described(
  model: Model,
  author: User,
  input: string,
): Pick<ChannelFolder, "description" | "renderedDescription"> {
  const description = checkedProse(input);
  return { description, renderedDescription: renderedDescription(model, author, description) };
}

/** Names of folders in use must differ by more than case; names of archived folders are free. */
function checkedName(model: Model, input: string, self?: number, isArchived = false): string {
  const name = input.trim();
  const longest = LIMITS.max_channel_folder_name_length;
  if (name === "") throw badRequest("Channel folder name can't be empty.");
  if (Array.from(name).length > longest)
    throw badRequest(`Channel folder name too long (limit: ${longest} characters).`);
  const bad = badCharacterAt(name);
  if (bad !== undefined) throw badRequest(`Invalid character in channel folder name, at position ${bad}.`);
  const isSame = (folder: ChannelFolder) => caseless(folder.name) === caseless(name);
  const isTaken = model.folders.some((folder) => !folder.isArchived && folder.id !== self && isSame(folder));
  if (isTaken && !isArchived) throw badRequest(`Channel folder name already in use.`);
  return name;
}

function checkIsEmpty(model: Model, folderId: number): void {
  const isUsed = [...model.channels.values()].some((channel) => channel.folderId === folderId);
  if (isUsed) throw badRequest("You need to remove all the channels from this folder to archive it.");
}
