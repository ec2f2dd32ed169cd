import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { boolean, Id, integer, json, optional, text, withDefault } from "#api/parameters/params.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";
import { asAdministrator } from "#domains/records/organization/access.ts";
import { manageableFolder } from "./access.ts";
import { createFolder, reorderFolders, updateFolder } from "./actions.ts";
import { FolderSchema, presentFolders } from "#domains/records/channels/folders.ts";

const MAX_FOLDERS = 10_000;

const name = text("The folder's name.", { max: 1000 });
const description = text("What the folder is for, in Markdown.", {
  max: LIMITS.max_channel_folder_description_length,
});
const errors = ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"] as const;

const getFolders = endpoint({
  id: "get-channel-folders",
  method: "GET",
  path: "/channel_folders",
  summary: "The folders of channels, in their order.",
  since: 389,
  auth: "user",
  scope: "channels:read",
  params: { include_archived: withDefault(boolean("Whether to include archived folders."), false) },
  result: { channel_folders: Type.Array(FolderSchema) },
  errors: ["BAD_REQUEST"],
  run: ({ realm, params }) => ({ channel_folders: presentFolders(realm.model.folders, params.include_archived) }),
});

const postFolder = endpoint({
  id: "create-channel-folder",
  method: "POST",
  path: "/channel_folders/create",
  summary: "Creates a folder for channels.",
  since: 389,
  idempotent: {},
  auth: "administrator",
  scope: "channels:write",
  audits: ["channel_folder.created"],
  params: { name, description: withDefault(description, "") },
  result: { channel_folder_id: Type.Integer() },
  errors,
  emits: ["channel_folder/add"],
  run: ({ realm, actor, params }) =>
    realm.write(actor, async (tx, present) => ({
      channel_folder_id: await createFolder(tx, asAdministrator(present), params),
    })),
});

const patchFolder = endpoint({
  id: "update-channel-folder",
  method: "PATCH",
  path: "/channel_folders/{channel_folder_id}",
  summary: "Changes a folder: all that is given, or nothing.",
  since: 389,
  auth: "administrator",
  scope: "channels:write",
  audits: ["channel_folder.changed"],
  params: {
    channel_folder_id: integer("The folder's ID.", { min: 0 }),
    name: optional(name),
    description: optional(description),
    is_archived: optional(boolean("Whether the folder is out of use.")),
  },
  result: {},
  errors,
  emits: ["channel_folder/update"],
  async run({ realm, actor, params: { channel_folder_id: id, is_archived: isArchived, ...texts } }) {
    await realm.write(actor, (tx, present) => {
      const folder = manageableFolder(tx.model, asAdministrator(present), id);
      return updateFolder(tx, present, folder, { ...texts, isArchived });
    });
    return {};
  },
});

const orderFolders = endpoint({
  id: "patch-channel-folders",
  method: "PATCH",
  path: "/channel_folders",
  summary: "Puts the folders into another order.",
  since: 414,
  auth: "administrator",
  scope: "channels:write",
  audits: ["channel_folder.reordered"],
  params: { order: json("The IDs of all folders.", Type.Array(Id(), { maxItems: MAX_FOLDERS })) },
  result: {},
  errors,
  emits: ["channel_folder/reorder"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, present) => reorderFolders(tx, asAdministrator(present), params.order));
    return {};
  },
});

export const folderEndpoints = [getFolders, postFolder, orderFolders, patchFolder] as const;
