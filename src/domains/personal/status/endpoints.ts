import { endpoint } from "#api/endpoint.ts";
import { boolean, integer, optional, text, type Values } from "#api/parameters/params.ts";
import { prose } from "#domains/records/organization/param-kinds.ts";
import { followVisibility } from "#domains/people/presence/emit.ts";
import { knownStatus, personToDescribe } from "./access.ts";
import { setStatus, type StatusInput } from "./actions.ts";
import { StatusSchema } from "#domains/records/users/status/present.ts";

const statusParams = {
  status_text: optional(prose("A short text; an empty one clears it.", { max: 60 })),
  emoji_name: optional(text("An emoji; an empty name clears it.", { max: 100 })),
  emoji_code: optional(text("Its code, if not the one that the name stands for.", { max: 100 })),
  reaction_type: optional(text("Its namespace.", { max: 100 })),
};

const inputOf = (params: Values<typeof statusParams>): StatusInput => ({
  statusText: params.status_text,
  emojiName: params.emoji_name,
  emojiCode: params.emoji_code,
  reactionType: params.reaction_type,
});

const userId = integer("The user.", { min: 0 });

export const getStatus = endpoint({
  id: "get-user-status",
  method: "GET",
  path: "/users/{user_id}/status",
  summary: "What somebody says about themselves for the moment.",
  since: 262,
  auth: "user",
  scope: "users:read",
  params: { user_id: userId },
  result: { status: StatusSchema },
  errors: ["BAD_REQUEST"],
  run: async ({ realm, actor, params }) => ({ status: await knownStatus(realm, actor, params.user_id) }),
});

export const postOwnStatus = endpoint({
  id: "update-status",
  method: "POST",
  path: "/users/me/status",
  summary: "Changes the caller's status.",
  auth: "human",
  scope: "personal:write",
  audits: "personal",
  params: { ...statusParams, away: optional(boolean("Older word for the setting `presence_enabled`, turned round.")) },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["user_status", "user_settings/update", "update_global_notifications", "presence"],
  async run({ site, realm, actor, params }) {
    const input = { ...inputOf(params), isAway: params.away };
    await realm.write(actor, (tx, user) => setStatus(tx, user, input));
    if (params.away !== undefined) await followVisibility(site, realm, actor);
    return {};
  },
});

export const postStatus = endpoint({
  id: "update-status-for-user",
  method: "POST",
  path: "/users/{user_id}/status",
  summary: "Changes the status of another, as an administrator.",
  since: 407,
  auth: "user",
  scope: "users:write",
  audits: ["user.changed"],
  params: { user_id: userId, ...statusParams },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["user_status"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, present) => {
      tx.audit("user.changed", params.user_id, { fields: ["status"] });
      return setStatus(tx, personToDescribe(tx.model, present, params.user_id), inputOf(params));
    });
    return {};
  },
});

export const statusEndpoints = [getStatus, postOwnStatus, postStatus] as const;
