import { orNull, type Static, Type } from "#platform/schema/type.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import { SCOPES } from "#http/scopes.ts";
import type { ApiKeyRow } from "./queries.ts";

export const ApiKeySchema = Type.Object({
  key_id: Type.Integer(),
  /** The person or bot that it stands for. */
  user_id: Type.Integer(),
  name: Type.String(),
  /** Whether an assistant has got it by OAuth: then it opens /mcp alone, and is renewed as long as it is used. */
  is_oauth: Type.Boolean(),
  /** Null means everything that the account may. */
  scopes: orNull(Type.Array(Type.Enum([...SCOPES]))),
  /** Null means all channels that the account may see, and its direct messages. */
  channel_ids: orNull(Type.Array(Type.Integer())),
  date_created: Type.Integer(),
  expires_at: orNull(Type.Integer()),
  /** To within some minutes. */
  last_used: orNull(Type.Integer()),
});

/** For people to read; a channel that is gone has no name. */
export const keyChannelNames = (model: Model, ids: readonly number[]): string =>
  ids.flatMap((id) => channelRecord(model, id)?.name ?? []).join(", ");

export const presentApiKey = (row: ApiKeyRow): Static<typeof ApiKeySchema> => ({
  key_id: row.id,
  user_id: row.userId,
  name: row.name,
  is_oauth: row.isOauth,
  scopes: row.scopes === null ? null : [...row.scopes],
  channel_ids: row.channelIds === null ? null : [...row.channelIds],
  date_created: row.createdAt,
  expires_at: row.isOauth ? null : row.expiresAt,
  last_used: row.lastUsedAt,
});
