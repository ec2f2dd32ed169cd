import { Type } from "#platform/schema/type.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import { FolderSchema } from "./folders.ts";

export const folderAdded = {
  type: "channel_folder",
  op: "add",
  scope: "channels:read",
  summary: "A folder of channels was created.",
  schema: Type.Object({
    type: Type.Literal("channel_folder"),
    op: Type.Literal("add"),
    channel_folder: FolderSchema,
  }),
} as const satisfies EventKind;

export const folderUpdated = {
  type: "channel_folder",
  op: "update",
  scope: "channels:read",
  summary: "A folder of channels changed.",
  schema: Type.Object({
    type: Type.Literal("channel_folder"),
    op: Type.Literal("update"),
    channel_folder_id: Type.Integer(),
    data: Type.Partial(Type.Pick(FolderSchema, ["name", "description", "rendered_description", "is_archived"])),
  }),
} as const satisfies EventKind;

export const foldersReordered = {
  type: "channel_folder",
  op: "reorder",
  scope: "channels:read",
  summary: "The folders of channels have another order: their IDs, the first one first.",
  schema: Type.Object({
    type: Type.Literal("channel_folder"),
    op: Type.Literal("reorder"),
    order: Type.Array(Type.Integer()),
  }),
} as const satisfies EventKind;

export const folderEvents = [folderAdded, folderUpdated, foldersReordered] as const satisfies readonly EventKind[];
