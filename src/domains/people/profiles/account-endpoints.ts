import { manageableUser } from "../lifecycle/access.ts";
import { updateUser } from "../lifecycle/actions/update-user.ts";
import { endpoint } from "#api/endpoint.ts";
import { integer, optional, text, type Values } from "#api/parameters/params.ts";
import { enqueueMail } from "#engine/jobs/mail.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { User } from "#engine/model/records.ts";
import { requireConfirmed } from "../sessions/confirmation.ts";
import { addressChangedMail } from "#domains/records/users/email/address-changed-mail.ts";
import { knownUserByEmail } from "#domains/records/users/access.ts";
import { changeProfile } from "./actions.ts";
import { profileData } from "./profile-data.ts";

const updateParams = {
  full_name: optional(text("The new name.", { max: 1000 })),
  role: optional(integer("The new role: 100, 200, 300, 400 or 600.")),
  new_email: optional(text("The new address.", { max: 1000 })),
  profile_data: optional(profileData("Values of profile fields; null, an empty text or an empty list removes one.")),
};

const updateErrors = ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL", "CONFIRMATION_REQUIRED"] as const;
const updateEvents = [
  "realm_user/add",
  "realm_user/remove",
  "realm_user/update",
  "realm_bot/add",
  "realm_bot/update",
  "realm_bot/delete",
  "user_group/add_members",
  "user_group/remove_members",
  "default_streams",
  "default_stream_groups",
  "stream/create",
  "stream/delete",
  "subscription/peer_add",
];

interface Update extends Values<typeof updateParams> {
  readonly sendsMail: boolean;
}

/** Changes an account and its profile: all that was asked for, or nothing. */
async function update(
  tx: Tx<"user.changed" | "user.role_changed" | "user.email_changed">,
  actor: User,
  id: number,
  params: Update,
): Promise<void> {
  const target = manageableUser(tx.model, actor, id);
  const { full_name: fullName, role, new_email: newEmail, profile_data: profile, sendsMail } = params;
  const after = await updateUser(tx, actor, target, { fullName, role, newEmail });
  // Administrators decide whose account it is, so that the former address can undo nothing.
  if (after.email !== target.email && target.botType === null && sendsMail) {
    await enqueueMail(tx.sql, tx.realmId, addressChangedMail(tx.model, target, after.email));
  }
  await changeProfile(tx, actor, target, profile ?? []);
  if (after.role !== target.role) tx.audit("user.role_changed", id, { old: target.role, new: after.role });
  if (after.email !== target.email) tx.audit("user.email_changed", id, { old: target.email, new: after.email });
  if (after.fullName !== target.fullName || (profile ?? []).length > 0) {
    const fields = profile?.map((field) => field.id);
    tx.audit("user.changed", id, { old: { name: target.fullName }, new: { name: after.fullName }, fields });
  }
}

export const patchUser = endpoint({
  id: "update-user",
  method: "PATCH",
  path: "/users/{user_id}",
  summary: "Changes an account.",
  auth: "user",
  scope: "users:write",
  audits: ["user.changed", "user.role_changed", "user.email_changed"],
  params: { user_id: integer("The account's ID.", { min: 0 }), ...updateParams },
  result: {},
  errors: updateErrors,
  emits: updateEvents,
  async run({ site, realm, actor, key, params, browser }) {
    if (params.new_email !== undefined) await requireConfirmed({ site, realm, actor, key, browser });
    const input = { ...params, sendsMail: site.config.smtpUrl !== undefined };
    await realm.write(actor, (tx, present) => update(tx, present, params.user_id, input));
    return {};
  },
});

export const patchUserByEmail = endpoint({
  id: "update-user-by-email",
  method: "PATCH",
  path: "/users/{email}",
  summary: "Changes an account, by its address.",
  auth: "user",
  scope: "users:write",
  audits: ["user.changed", "user.role_changed", "user.email_changed"],
  params: { email: text("The account's address.", { max: 254 }), ...updateParams },
  result: {},
  errors: updateErrors,
  emits: updateEvents,
  async run({ site, realm, actor, key, params, browser }) {
    if (params.new_email !== undefined) await requireConfirmed({ site, realm, actor, key, browser });
    const input = { ...params, sendsMail: site.config.smtpUrl !== undefined };
    await realm.write(actor, (tx, present) =>
      update(tx, present, knownUserByEmail(tx.model, present, params.email).id, input),
    );
    return {};
  },
});
