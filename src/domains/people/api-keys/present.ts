import { type Static, Type } from "#platform/schema/type.ts";
import { SCOPES } from "#http/scopes.ts";
import type { ApiKeyRow } from "./queries.ts";

const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

export const ApiKeySchema = Type.Object({
  key_id: Type.Integer(),
  /** The person or bot that it stands for. */
  user_id: Type.Integer(),
  name: Type.String(),
  /** Null means everything that the account may. */
  scopes: nullable(Type.Array(Type.Enum([...SCOPES]))),
  date_created: Type.Integer(),
  expires_at: nullable(Type.Integer()),
  /** To within some minutes. */
  last_used: nullable(Type.Integer()),
});

export const presentApiKey = (row: ApiKeyRow): Static<typeof ApiKeySchema> => ({
  key_id: row.id,
  user_id: row.userId,
  name: row.name,
  scopes: row.scopes === null ? null : [...row.scopes],
  date_created: row.createdAt,
  expires_at: row.expiresAt,
  last_used: row.lastUsedAt,
});
