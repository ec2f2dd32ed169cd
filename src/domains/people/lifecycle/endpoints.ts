import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { badRequest } from "#platform/errors.ts";
import { integer, optional, text } from "#api/parameters/params.ts";
import { enqueueMail } from "#engine/jobs/mail.ts";
import { ROLES } from "#engine/model/records.ts";
import { acceptedEmail } from "#domains/records/users/email/email-policy.ts";
import { checkedFullName } from "#domains/records/users/record/full-name.ts";
import { checkPasswordStrength, hashPassword } from "../login/passwords.ts";
import { avatarUrl } from "#domains/records/users/present.ts";
import {
  avatarOwner,
  checkMayCreateUsers,
  leavingUser,
  newcomerBy,
  reactivatableUser,
  removableUser,
} from "./access.ts";
import { onePicture, onlyOne } from "../avatars/avatar-image.ts";
import { clearAvatar, setAvatar } from "./actions/set-avatar.ts";
import { deactivationMail } from "./deactivation-mail.ts";
import { mailedUrl } from "./welcome-mail.ts";
import { createUser } from "./actions/create-user.ts";
import { deactivateUser, reactivateUser } from "./actions/deactivate-user.ts";
import { asAdministrator } from "#domains/records/organization/access.ts";
import { checkedWelcomeText, sendWelcomeText } from "./welcome.ts";
import { caseless } from "#platform/characters.ts";

export const postUser = endpoint({
  id: "create-user",
  method: "POST",
  path: "/users",
  summary: "Creates an account.",
  idempotent: {},
  auth: "administrator",
  scope: "users:write",
  audits: ["user.created"],
  params: {
    email: text("The new account's address.", { max: 1000 }),
    password: text("The new account's password.", { max: 10_000 }),
    full_name: text("The new account's name.", { max: 1000 }),
  },
  result: { user_id: Type.Integer() },
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  emits: [
    "realm_user/add",
    "user_group/add_members",
    "subscription/add",
    "subscription/peer_add",
    "message",
    "invites_changed",
  ],
  async run({ site, realm, actor, params }) {
    checkMayCreateUsers(actor);
    const fullName = checkedFullName(params.full_name);
    const email = acceptedEmail(realm.model, params.email);
    if (realm.model.usersByEmail.has(caseless(email))) throw badRequest(`Email '${email}' already in use`);
    checkPasswordStrength(params.password);
    const passwordHash = await hashPassword(params.password);
    const account = { email, fullName, role: ROLES.member, passwordHash };
    return realm.write(actor, async (tx, present) => {
      const newcomer = newcomerBy(tx.model, present, account);
      const { id, role } = await createUser(tx, newcomer, { mailedUrl: mailedUrl(site, realm) });
      tx.audit("user.created", id, { new: { email, name: fullName, role } });
      return { user_id: id };
    });
  },
});

export const deleteUser = endpoint({
  id: "deactivate-user",
  method: "DELETE",
  path: "/users/{user_id}",
  summary: "Deactivates an account.",
  auth: "user",
  scope: "users:write",
  audits: ["user.deactivated", "session.ended"],
  params: {
    user_id: integer("The account's ID.", { min: 0 }),
    deactivation_notification_comment: optional(
      text("Sends the person a mail about it, with this comment if it is not empty.", { max: 2000, trim: true }),
    ),
  },
  result: {},
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  emits: [
    "realm_user/update",
    "realm_user/remove",
    "realm_bot/update",
    "stream/update",
    "subscription/peer_remove",
    "user_group/remove_members",
    "invites_changed",
    "bot_commands/remove",
  ],
  async run({ site, realm, actor, params }) {
    const { user_id: id, deactivation_notification_comment: comment } = params;
    await realm.write(actor, async (tx, present) => {
      const target = removableUser(tx.model, present, id);
      tx.audit("user.deactivated", id);
      await deactivateUser(tx, target);
      if (comment !== undefined && site.config.smtpUrl !== undefined) {
        await enqueueMail(tx.sql, tx.realmId, deactivationMail(tx.model, target, present, comment));
      }
    });
    return {};
  },
});

export const deleteOwnUser = endpoint({
  id: "deactivate-own-user",
  method: "DELETE",
  path: "/users/me",
  summary: "Deactivates the caller's own account.",
  auth: "user",
  scope: "full",
  audits: ["user.deactivated", "session.ended"],
  params: {},
  result: {},
  errors: ["CANNOT_DEACTIVATE_LAST_USER"],
  emits: [
    "realm_user/update",
    "realm_bot/update",
    "subscription/peer_remove",
    "invites_changed",
    "bot_commands/remove",
  ],
  async run({ realm, actor }) {
    await realm.write(actor, (tx, present) => {
      tx.audit("user.deactivated", present.id);
      return deactivateUser(tx, leavingUser(tx.model, present));
    });
    return {};
  },
});

export const postReactivation = endpoint({
  id: "reactivate-user",
  method: "POST",
  path: "/users/{user_id}/reactivate",
  summary: "Brings a deactivated account back.",
  auth: "user",
  scope: "users:write",
  audits: ["user.reactivated"],
  params: { user_id: integer("The account's ID.", { min: 0 }) },
  result: {},
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  emits: [
    "realm_user/add",
    "realm_user/update",
    "realm_bot/update",
    "stream/update",
    "subscription/peer_add",
    "user_group/add_members",
    "user_group/update",
    "realm_export_consent",
  ],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, present) => {
      tx.audit("user.reactivated", params.user_id);
      return reactivateUser(tx, present, reactivatableUser(tx.model, present, params.user_id));
    });
    return {};
  },
});

export const postAvatar = endpoint({
  id: "upload-avatar",
  method: "POST",
  path: "/users/me/avatar",
  summary: "Uploads a picture of the caller's own.",
  auth: "user",
  scope: "personal:write",
  audits: "personal",
  params: {},
  file: "The picture: PNG, JPEG, GIF or WebP, at most 5 MiB.",
  result: { avatar_url: Type.String() },
  errors: ["BAD_REQUEST", "BAD_IMAGE"],
  emits: ["realm_user/update", "realm_bot/update"],
  async run({ realm, actor, files }) {
    avatarOwner(realm.model, actor);
    const sizes = await onePicture(files);
    if (sizes === undefined) throw onlyOne();
    const user = await realm.write(actor, (tx, present) => setAvatar(tx, avatarOwner(tx.model, present), sizes));
    return { avatar_url: avatarUrl(realm.model, user, false) };
  },
});

export const deleteAvatar = endpoint({
  id: "delete-avatar",
  method: "DELETE",
  path: "/users/me/avatar",
  summary: "Goes back to the picture that the server draws, or that the avatar provider has.",
  auth: "user",
  scope: "personal:write",
  audits: "personal",
  params: {},
  result: { avatar_url: Type.String() },
  errors: ["BAD_REQUEST"],
  emits: ["realm_user/update", "realm_bot/update"],
  async run({ realm, actor }) {
    const user = await realm.write(actor, (tx, present) => clearAvatar(tx, avatarOwner(tx.model, present)));
    return { avatar_url: avatarUrl(realm.model, user, false) };
  },
});

export const postTestWelcome = endpoint({
  id: "test-welcome-bot-custom-message",
  method: "POST",
  path: "/realm/test_welcome_bot_custom_message",
  summary: "Sends the caller what the welcome bot would say to newcomers.",
  since: 416,
  auth: "administrator",
  scope: "organization:write",
  audits: "personal",
  params: {
    welcome_message_custom_text: text("The organization's own words, in Markdown.", { max: 8000, trim: true }),
  },
  result: { message_id: Type.Integer() },
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  emits: ["message"],
  async run({ realm, actor, params }) {
    const words = checkedWelcomeText(params.welcome_message_custom_text);
    const { id } = await realm.write(actor, (tx, present) => sendWelcomeText(tx, asAdministrator(present), words));
    return { message_id: id };
  },
});

export const lifecycleEndpoints = [
  postTestWelcome,
  postAvatar,
  deleteAvatar,
  postUser,
  deleteUser,
  deleteOwnUser,
  postReactivation,
] as const;
