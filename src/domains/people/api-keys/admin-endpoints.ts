import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { integer, optional, withDefault } from "#api/parameters/params.ts";
import { anyKey, keysOfEverybody } from "./access.ts";
import { endApiKey } from "./actions.ts";
import { ApiKeySchema, presentApiKey } from "./present.ts";

const MAX_LISTED = 500;

const getKeys = endpoint({
  id: "get-api-keys",
  method: "GET",
  path: "/api_keys",
  summary: "The API keys that people have created for themselves and their bots, the newest first.",
  auth: "administrator",
  scope: "full",
  params: {
    user_id: optional(integer("Only those of one account.", { min: 0 })),
    before: optional(integer("Only those older than the key of this ID.", { min: 0, max: Number.MAX_SAFE_INTEGER })),
    limit: withDefault(integer("How many at most.", { min: 1, max: MAX_LISTED }), MAX_LISTED),
  },
  result: { keys: Type.Array(ApiKeySchema), found_oldest: Type.Boolean() },
  errors: [],
  async run({ realm, params }) {
    const { user_id: userId, before = Number.MAX_SAFE_INTEGER, limit } = params;
    const rows = await keysOfEverybody(realm, { userId, before, limit: limit + 1 });
    return { keys: rows.slice(0, limit).map(presentApiKey), found_oldest: rows.length <= limit };
  },
});

const deleteKey = endpoint({
  id: "revoke-api-key",
  method: "DELETE",
  path: "/api_keys/{key_id}",
  summary: "Revokes somebody's API key, at once.",
  auth: "administrator",
  scope: "full",
  audits: ["api_key.revoked"],
  params: { key_id: integer("The API key.", { min: 0 }) },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["api_key/remove"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, present) => {
      const { owner, key } = anyKey(tx.model, present, params.key_id);
      return endApiKey(tx, owner, key);
    });
    return {};
  },
});

export const adminKeyEndpoints = [getKeys, deleteKey] as const;
