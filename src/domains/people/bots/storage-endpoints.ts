import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { json, optional } from "#api/parameters/params.ts";
import { checkHasStorage, putIntoStorage, readStorage, removeFromStorage, STORAGE_LIMIT } from "./storage.ts";

const keys = optional(
  json("The keys; by default all.", Type.Array(Type.String({ maxLength: STORAGE_LIMIT }), { maxItems: 100_000 })),
);

export const putStorage = endpoint({
  id: "update-storage",
  method: "PUT",
  path: "/bot_storage",
  summary: "Stores texts for the calling bot.",
  auth: "user",
  scope: "personal:write",
  audits: "personal",
  params: {
    storage: json("The texts by key.", Type.Record(Type.String(), Type.String({ maxLength: STORAGE_LIMIT }))),
  },
  result: {},
  errors: ["BAD_REQUEST"],
  async run({ realm, actor, params }) {
    checkHasStorage(actor);
    await realm.write(actor, (tx, bot) => putIntoStorage(tx, bot, params.storage));
    return {};
  },
});

export const getStorage = endpoint({
  id: "get-storage",
  method: "GET",
  path: "/bot_storage",
  summary: "What the calling bot has stored.",
  auth: "user",
  scope: "personal:read",
  params: { keys },
  result: { storage: Type.Record(Type.String(), Type.String()) },
  errors: ["BAD_REQUEST"],
  async run({ realm, actor, params }) {
    checkHasStorage(actor);
    return { storage: await readStorage(realm, actor, params.keys) };
  },
});

export const deleteStorage = endpoint({
  id: "remove-storage",
  method: "DELETE",
  path: "/bot_storage",
  summary: "Removes what the calling bot has stored.",
  auth: "user",
  scope: "personal:write",
  audits: "personal",
  params: { keys },
  result: {},
  errors: ["BAD_REQUEST"],
  async run({ realm, actor, params }) {
    checkHasStorage(actor);
    await realm.write(actor, (tx, bot) => removeFromStorage(tx, bot, params.keys));
    return {};
  },
});
