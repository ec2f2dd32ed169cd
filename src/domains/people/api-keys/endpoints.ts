import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { integer } from "#api/parameters/params.ts";
import { ownKey } from "#domains/records/users/access.ts";
import { requireConfirmed } from "../sessions/confirmation.ts";
import { heldKey, keysOf } from "./access.ts";
import { changeApiKey, createApiKey, endApiKey } from "./actions.ts";
import { adminKeyEndpoints } from "./admin-endpoints.ts";
import { botKeyEndpoints } from "./bot-endpoints.ts";
import { checkKeyChannels, keyName, newKey, newKeyParams } from "./create.ts";
import { ApiKeySchema, presentApiKey } from "./present.ts";

const keyId = integer("The API key.", { min: 0 });

const getKeys = endpoint({
  id: "get-own-api-keys",
  method: "GET",
  path: "/users/me/api_keys",
  summary: "The API keys that the caller has created, without their secrets; not the one that every account has.",
  auth: "user",
  scope: "full",
  params: {},
  result: { keys: Type.Array(ApiKeySchema) },
  errors: [],
  async run({ realm, actor }) {
    return { keys: (await keysOf(realm, ownKey(actor))).map(presentApiKey) };
  },
});

const postKey = endpoint({
  id: "create-own-api-key",
  method: "POST",
  path: "/users/me/api_keys",
  summary: "Creates an API key for the caller's account. Its secret is in this answer only.",
  auth: "user",
  scope: "full",
  audits: ["api_key.created"],
  params: newKeyParams,
  result: { api_key: Type.String(), ...ApiKeySchema.properties },
  errors: ["BAD_REQUEST", "CONFIRMATION_REQUIRED"],
  emits: ["api_key/add"],
  async run({ site, realm, actor, key, params, browser }) {
    await requireConfirmed({ site, realm, actor, key, browser }, params.password);
    const { secret, input } = newKey(site, params);
    const row = await realm.write(actor, (tx, present) => {
      checkKeyChannels(tx.model, present, input);
      return createApiKey(tx, ownKey(present), input);
    });
    return { api_key: secret, ...presentApiKey(row) };
  },
});

const patchKey = endpoint({
  id: "update-own-api-key",
  method: "PATCH",
  path: "/users/me/api_keys/{key_id}",
  summary: "Gives an API key another name. What it may do never changes.",
  auth: "user",
  scope: "full",
  audits: ["api_key.changed"],
  params: { key_id: keyId, name: keyName },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["api_key/update"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, present) => {
      const owner = ownKey(present);
      return changeApiKey(tx, owner, heldKey(tx.model, owner, params.key_id), params.name);
    });
    return {};
  },
});

const deleteKey = endpoint({
  id: "revoke-own-api-key",
  method: "DELETE",
  path: "/users/me/api_keys/{key_id}",
  summary: "Revokes an API key: from this moment on it opens nothing, and its polls and queues end.",
  auth: "user",
  scope: "full",
  audits: ["api_key.revoked"],
  params: { key_id: keyId },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["api_key/remove"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, present) => {
      const owner = ownKey(present);
      return endApiKey(tx, owner, heldKey(tx.model, owner, params.key_id));
    });
    return {};
  },
});

export const apiKeyEndpoints = [
  getKeys,
  postKey,
  patchKey,
  deleteKey,
  ...botKeyEndpoints,
  ...adminKeyEndpoints,
] as const;
