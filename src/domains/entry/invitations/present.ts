import { Type } from "#platform/schema/type.ts";
import type { Invitation } from "#domains/records/invitations/queries.ts";

export const InvitationSchema = Type.Object({
  id: Type.Integer(),
  invited_by_user_id: Type.Integer(),
  invited: Type.Integer(),
  expiry_date: Type.Union([Type.Integer(), Type.Null()]),
  invited_as: Type.Integer(),
  email: Type.Optional(Type.String()),
  notify_referrer_on_join: Type.Optional(Type.Boolean()),
  link_url: Type.Optional(Type.String()),
  is_multiuse: Type.Boolean(),
});

/** An invitation as its list shows it; without the link for those who may not have that. */
export function presentInvitation(invitation: Invitation, linkUrl: string | undefined) {
  const { id, inviterId, email, role, tellsInviter, createdAt, expiresAt } = invitation;
  const common = {
    id,
    invited_by_user_id: inviterId,
    invited: createdAt,
    expiry_date: expiresAt,
    invited_as: role,
  };
  if (email === null) return { ...common, is_multiuse: true, ...(linkUrl !== undefined && { link_url: linkUrl }) };
  return { ...common, is_multiuse: false, email, notify_referrer_on_join: tellsInviter };
}
