import { type TProperties, Type } from "#platform/schema/type.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import { ApiKeySchema } from "./present.ts";

const kind = <Op extends string, Fields extends TProperties>(op: Op, summary: string, fields: Fields) =>
  ({
    type: "api_key",
    op,
    scope: "full",
    summary,
    schema: Type.Object({ type: Type.Literal("api_key"), op: Type.Literal(op), ...fields }),
  }) as const satisfies EventKind;

export const apiKeyAdded = kind("add", "The user, or a bot of theirs, has another API key.", { api_key: ApiKeySchema });

export const apiKeyRenamed = kind("update", "An API key has another name.", {
  key_id: Type.Integer(),
  user_id: Type.Integer(),
  name: Type.String(),
});

export const apiKeysRemoved = kind("remove", "API keys were revoked or have expired.", {
  key_ids: Type.Array(Type.Integer()),
  user_id: Type.Integer(),
});

export const apiKeyEvents = [apiKeyAdded, apiKeyRenamed, apiKeysRemoved] as const satisfies readonly EventKind[];
