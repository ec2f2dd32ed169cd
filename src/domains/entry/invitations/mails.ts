import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { Keys } from "#platform/keys.ts";
import type { Mail } from "#outbound/mail-server.ts";
import { type Letter, letter } from "#domains/records/users/email/letter.ts";
import { invitationPath } from "./link.ts";
import type { Invitation } from "#domains/records/invitations/queries.ts";

/** What a mail needs that an action does not know. */
export interface MailContext {
  readonly linkOf: (invitation: Pick<Invitation, "id" | "nonce">) => string;
}

/** Mails are not for the caller alone, so that they link to the configured URL, which `realm` has. */
export const mailContext = (keys: Keys, realm: { readonly id: number; readonly url: string }): MailContext => ({
  linkOf: (invitation) => `${realm.url}${invitationPath(keys, realm.id, invitation)}`,
});

/** An invitation to one address. */
export type MailedInvitation = Invitation & { readonly email: string };

export function invitationMail(model: Model, inviter: User, invitation: MailedInvitation, context: MailContext): Mail {
  const { name } = model.realm;
  return mailOf(name, invitation, context, {
    subject: `${inviter.fullName} invited you to ${name}`,
    paragraphs: [`${inviter.fullName} invited you to join ${name}, where people write to each other in channels.`],
  });
}

/** Some days before an invitation expires. */
export function reminderMail(model: Model, inviter: User, invitation: MailedInvitation, context: MailContext): Mail {
  const { name } = model.realm;
  return mailOf(name, invitation, context, {
    subject: `Your invitation to ${name} expires soon`,
    paragraphs: [`${inviter.fullName} invited you to join ${name}. The invitation expires in less than two days.`],
  });
}

function mailOf(
  organization: string,
  invitation: MailedInvitation,
  { linkOf }: MailContext,
  words: Pick<Letter, "subject" | "paragraphs">,
): Mail {
  return letter({
    ...words,
    recipient: invitation.email,
    greeting: "Hello,",
    action: { label: `Join ${organization}`, url: linkOf(invitation) },
    footer: "This link is for you alone, and works once. If you did not expect this invitation, ignore this mail.",
  });
}
