import { type Static, Type } from "#platform/schema/type.ts";
import type { Export } from "./queries.ts";

export const EXPORT_PATH = "/realm_exports";

const Time = Type.Union([Type.Number(), Type.Null()]);

export const ExportSchema = Type.Object({
  id: Type.Integer(),
  acting_user_id: Type.Integer(),
  export_time: Type.Number(),
  deleted_timestamp: Time,
  failed_timestamp: Time,
  export_url: Type.Union([Type.String(), Type.Null()]),
  pending: Type.Boolean(),
  export_type: Type.Integer(),
  /** In percent, while it is pending; only for clients with the capability `export_progress`. */
  progress: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
});

/** An export, with its address at the URL by which its reader reaches the organization. */
export const presentExport = (stored: Export, url: string, withProgress: boolean): Static<typeof ExportSchema> => ({
  id: stored.id,
  acting_user_id: stored.actingUserId,
  export_time: stored.startedAt,
  deleted_timestamp: stored.deletedAt,
  failed_timestamp: stored.failedAt,
  export_url: stored.status === "done" ? `${url}${EXPORT_PATH}/${stored.id}/${fileName(stored)}` : null,
  pending: stored.status === "pending",
  export_type: stored.kind,
  ...(withProgress && { progress: stored.status === "pending" ? stored.progress : null }),
});

export const fileName = ({ id }: Pick<Export, "id">): string => `export-${id}.tar.gz`;
