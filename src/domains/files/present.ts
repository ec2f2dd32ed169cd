import { type Static, Type } from "#platform/schema/type.ts";
import type { OwnUpload } from "./access.ts";
import type { Sharing } from "./queries.ts";

export const AttachmentSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  path_id: Type.String(),
  size: Type.Integer(),
  create_time: Type.Integer(),
  messages: Type.Array(Type.Object({ date_sent: Type.Integer(), id: Type.Integer() })),
});

export type Attachment = Static<typeof AttachmentSchema>;

/** A file for its owner, with the messages that share it. All times are in milliseconds. */
export const presentUpload = (upload: OwnUpload, messages: readonly Sharing[]): Attachment => ({
  id: upload.id,
  name: upload.name,
  path_id: upload.path,
  size: upload.size,
  create_time: upload.createdAt,
  messages: messages.map(({ messageId, sentAt }) => ({ date_sent: sentAt * 1000, id: messageId })),
});
