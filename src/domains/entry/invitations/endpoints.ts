import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import {
  boolean,
  Id,
  integer,
  json,
  nullable,
  oneOf,
  optional,
  text,
  type Values,
  withDefault,
} from "#api/parameters/params.ts";
import type { Site } from "#engine/runtime/site.ts";
import { type Role, ROLES } from "#engine/model/records.ts";
import { badRequest } from "#platform/errors.ts";
import { prose } from "#domains/records/organization/param-kinds.ts";
import {
  checkMayInvite,
  manageableInvitation,
  maySeeLink,
  type Offer,
  permittedOffer,
  resendableInvitation,
  seenInvitations,
} from "./access.ts";
import { createLink, inviteByMail, resendInvitation, revokeInvitation } from "./actions.ts";
import { invitedAddresses } from "./addresses.ts";
import { invitationFailed } from "./limits.ts";
import { invitationPath } from "./link.ts";
import { mailContext } from "./mails.ts";
import { InvitationSchema, presentInvitation } from "./present.ts";

const TEN_DAYS = 10 * 24 * 60;
const TEN_YEARS = 10 * 365 * 24 * 60;
const MAX_CHANNELS = 1000;
const MAX_GROUPS = 100;

const Minutes = Type.Union([Type.Integer({ minimum: 1, maximum: TEN_YEARS }), Type.Null()]);
const Channels = json("Channels that the newcomer is subscribed to.", Type.Array(Id(), { maxItems: MAX_CHANNELS }));

const offerParams = {
  invite_expires_in_minutes: withDefault(
    json("For how long the invitation can be accepted; null for ever. Ten days unless it is said.", Minutes),
    TEN_DAYS,
  ),
  invite_as: withDefault(
    oneOf(
      "The newcomer's role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.",
      [100, 200, 300, 400, 600],
    ),
    ROLES.member,
  ),
  group_ids: withDefault(
    json("Groups that the newcomer becomes a member of.", Type.Array(Id(), { maxItems: MAX_GROUPS })),
    [],
  ),
  include_realm_default_subscriptions: withDefault(
    boolean("Whether the newcomer is also subscribed to the default channels of that time."),
    false,
  ),
  welcome_message_custom_text: nullable(
    optional(
      prose("What the newcomer is told instead of the organization's welcome; empty for nothing. For administrators.", {
        max: 8000,
      }),
    ),
  ),
};

const offerOf = (params: Values<typeof offerParams> & { readonly stream_ids: readonly number[] }): Offer => ({
  role: params.invite_as as Role,
  channelIds: params.stream_ids,
  groupIds: params.group_ids,
  withDefaults: params.include_realm_default_subscriptions,
  welcomeText: params.welcome_message_custom_text ?? null,
});

function checkSendsMail({ config }: Site): void {
  if (config.smtpUrl !== undefined) return;
  throw badRequest(
    "This server sends no mail, so that nobody can be invited by mail. Create an invitation link instead.",
  );
}

const getInvites = endpoint({
  id: "get-invites",
  method: "GET",
  path: "/invites",
  summary: "The invitations that can still be accepted: all for administrators, for others their own.",
  auth: "human_member",
  scope: ["users:read", "users:write"],
  params: {},
  result: { invites: Type.Array(InvitationSchema) },
  errors: [],
  async run({ site, realm, actor, url }) {
    const linkOf = (invitation: Parameters<typeof maySeeLink>[1]) =>
      maySeeLink(actor, invitation) ? `${url()}${invitationPath(site.keys, realm.id, invitation)}` : undefined;
    return {
      invites: (await seenInvitations(realm, actor)).map((invitation) =>
        presentInvitation(invitation, linkOf(invitation)),
      ),
    };
  },
});

const postInvites = endpoint({
  id: "send-invites",
  method: "POST",
  path: "/invites",
  summary: "Invites people by mail.",
  auth: "human_member",
  scope: "users:write",
  audits: ["invitation.created"],
  params: {
    invitee_emails: text("The addresses, between commas or line breaks; at most 100.", { max: 40_000 }),
    stream_ids: Channels,
    ...offerParams,
    notify_referrer_on_join: withDefault(boolean("Whether the caller is told when somebody accepts."), true),
  },
  result: {},
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL", "INVITATION_FAILED"],
  emits: ["invites_changed"],
  async run({ site, realm, actor, params }) {
    checkMayInvite(realm.model, actor, "mail");
    checkSendsMail(site);
    const addresses = invitedAddresses(params.invitee_emails);
    const terms = { tellsInviter: params.notify_referrer_on_join, minutes: params.invite_expires_in_minutes };
    const context = mailContext(site.keys, realm);
    const refused = await realm.write(actor, (tx, present) => {
      const offer = permittedOffer(tx.model, present, "mail", offerOf(params));
      return inviteByMail(tx, present, offer, addresses, terms, context);
    });
    if (refused.length === 0) return {};
    const isSent = refused.length < addresses.length;
    const message = isSent ? "Some of these people could not be invited; the others were." : "Nobody could be invited.";
    throw invitationFailed(message, { errors: refused, isSent });
  },
});

const postInviteLink = endpoint({
  id: "create-invite-link",
  method: "POST",
  path: "/invites/multiuse",
  summary: "Creates a link by which any number of people can join.",
  auth: "human_member",
  scope: "users:write",
  audits: ["invitation.created"],
  params: { stream_ids: withDefault(Channels, []), ...offerParams },
  result: { invite_link: Type.String() },
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  emits: ["invites_changed"],
  async run({ site, realm, actor, params, url }) {
    const invitation = await realm.write(actor, (tx, present) => {
      const offer = permittedOffer(tx.model, present, "link", offerOf(params));
      return createLink(tx, present, offer, params.invite_expires_in_minutes);
    });
    return { invite_link: `${url()}${invitationPath(site.keys, realm.id, invitation)}` };
  },
});

const inviteId = integer("The invitation's ID.", { min: 0 });

const revocation = <const Path extends string>(id: string, path: Path, summary: string, kind: "mail" | "link") =>
  endpoint({
    id,
    method: "DELETE",
    path,
    summary,
    auth: "human_member",
    scope: "users:write",
    audits: ["invitation.revoked"],
    params: { invite_id: inviteId },
    result: {},
    errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
    emits: ["invites_changed"],
    async run({ realm, actor, params }) {
      await realm.write(actor, async (tx, present) =>
        revokeInvitation(tx, await manageableInvitation(tx.sql, tx.realmId, present, kind, params.invite_id)),
      );
      return {};
    },
  });

const resendInvite = endpoint({
  id: "resend-invite",
  method: "POST",
  path: "/invites/{invite_id}/resend",
  summary: "Sends an invitation once more; it lasts anew.",
  auth: "human_member",
  scope: "users:write",
  audits: ["invitation.resent"],
  params: { invite_id: inviteId },
  result: {},
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL", "INVITATION_FAILED"],
  emits: ["invites_changed"],
  async run({ site, realm, actor, params }) {
    checkMayInvite(realm.model, actor, "mail");
    checkSendsMail(site);
    const context = mailContext(site.keys, realm);
    await realm.write(actor, async (tx, present) => {
      const found = await resendableInvitation(tx.sql, tx.realmId, tx.model, present, params.invite_id);
      await resendInvitation(tx, found, context);
    });
    return {};
  },
});

export const invitationEndpoints = [
  getInvites,
  postInvites,
  postInviteLink,
  revocation("revoke-invite", "/invites/{invite_id}", "Revokes an invitation that was sent by mail.", "mail"),
  revocation("revoke-invite-link", "/invites/multiuse/{invite_id}", "Revokes an invitation link.", "link"),
  resendInvite,
] as const;
