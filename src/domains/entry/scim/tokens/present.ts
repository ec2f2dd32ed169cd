import { orNull, type Static, Type } from "#platform/schema/type.ts";
import type { ScimTokenRow } from "./queries.ts";

export const ScimTokenSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  date_created: Type.Integer(),
  expires_at: orNull(Type.Integer()),
  /** To within some minutes. */
  last_used: orNull(Type.Integer()),
});

export const presentScimToken = (row: ScimTokenRow): Static<typeof ScimTokenSchema> => ({
  id: row.id,
  name: row.name,
  date_created: row.createdAt,
  expires_at: row.expiresAt,
  last_used: row.lastUsedAt,
});
