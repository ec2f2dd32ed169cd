import { type TProperties, Type } from "#platform/schema/type.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import { AttachmentSchema } from "./present.ts";

const kind = <Op extends string, Fields extends TProperties>(op: Op, summary: string, fields: Fields) =>
  ({
    type: "attachment",
    op,
    scope: "files:read",
    summary,
    schema: Type.Object({
      type: Type.Literal("attachment"),
      op: Type.Literal(op),
      ...fields,
      upload_space_used: Type.Integer(),
    }),
  }) as const satisfies EventKind;

export const uploadAdded = kind("add", "The user has uploaded a file.", { attachment: AttachmentSchema });

export const uploadUpdated = kind("update", "The messages that share a file of the user are others now.", {
  attachment: AttachmentSchema,
});

export const uploadRemoved = kind("remove", "A file of the user was removed.", {
  attachment: Type.Object({ id: Type.Integer() }),
});

export const uploadEvents = [uploadAdded, uploadUpdated, uploadRemoved] as const satisfies readonly EventKind[];
