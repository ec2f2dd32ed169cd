import { endpoint } from "#api/endpoint.ts";
import { integer } from "#api/parameters/params.ts";
import { muteUser, unmuteUser } from "./actions.ts";

const mutedUserId = integer("The user.", { min: 0 });

export const postMutedUser = endpoint({
  id: "mute-user",
  method: "POST",
  path: "/users/me/muted_users/{muted_user_id}",
  summary: "Mutes a user for the caller. Their messages count as read from then on.",
  since: 48,
  auth: "user",
  scope: "personal:write",
  audits: "personal",
  params: { muted_user_id: mutedUserId },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["muted_users", "update_message_flags/add"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, user) => muteUser(tx, user, params.muted_user_id));
    return {};
  },
});

export const deleteMutedUser = endpoint({
  id: "unmute-user",
  method: "DELETE",
  path: "/users/me/muted_users/{muted_user_id}",
  summary: "Ends the muting of a user.",
  since: 48,
  auth: "user",
  scope: "personal:write",
  audits: "personal",
  params: { muted_user_id: mutedUserId },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["muted_users"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, user) => unmuteUser(tx, user, params.muted_user_id));
    return {};
  },
});

export const mutingEndpoints = [postMutedUser, deleteMutedUser] as const;
