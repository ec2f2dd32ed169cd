import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { badRequest } from "#platform/errors.ts";
import { json, type Param } from "#api/parameters/params.ts";
import { addAlertWords, removeAlertWords } from "./actions.ts";

const MAX_AT_ONCE = 1000;
const wordList = json("The words.", Type.Array(Type.String({ maxLength: 100 }), { maxItems: MAX_AT_ONCE }));

/** Words are trimmed, and blank ones are dropped. */
const words: Param<string[]> = {
  ...wordList,
  decode(name, raw) {
    const decoded = wordList.decode(name, raw);
    if (decoded.some((word) => word.includes("\0"))) throw badRequest(`${name} contains an invalid character`);
    return decoded.map((word) => word.trim()).filter((word) => word !== "");
  },
};

const result = { alert_words: Type.Array(Type.String()) };

export const getAlertWords = endpoint({
  id: "get-alert-words",
  method: "GET",
  path: "/users/me/alert_words",
  summary: "The words that the caller is alerted to.",
  auth: "user",
  scope: "personal:read",
  params: {},
  result,
  errors: [],
  run: ({ realm, actor }) => ({ alert_words: [...(realm.model.alertWords.get(actor.id) ?? [])] }),
});

/** Both changes take words and answer with all that are left. */
const change = {
  auth: "user",
  scope: "personal:write",
  audits: "personal",
  params: { alert_words: words },
  result,
  errors: ["BAD_REQUEST"],
  emits: ["alert_words"],
} as const;

export const postAlertWords = endpoint({
  id: "add-alert-words",
  method: "POST",
  path: "/users/me/alert_words",
  summary: "Adds words that the caller is alerted to.",
  ...change,
  async run({ realm, actor, params }) {
    const all = await realm.write(actor, (tx, user) => addAlertWords(tx, user, params.alert_words));
    return { alert_words: [...all] };
  },
});

export const deleteAlertWords = endpoint({
  id: "remove-alert-words",
  method: "DELETE",
  path: "/users/me/alert_words",
  summary: "Removes words that the caller is alerted to.",
  ...change,
  async run({ realm, actor, params }) {
    const all = await realm.write(actor, (tx, user) => removeAlertWords(tx, user, params.alert_words));
    return { alert_words: [...all] };
  },
});

export const alertEndpoints = [getAlertWords, postAlertWords, deleteAlertWords] as const;
