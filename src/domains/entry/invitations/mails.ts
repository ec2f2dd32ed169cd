import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { Keys } from "#platform/keys.ts";
import type { Mail } from "#outbound/mail-server.ts";
import { type Letter, letter } from "#domains/records/users/email/letter.ts";
import { type Texts, textsIn } from "#domains/records/pages/texts.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
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
  const values = { person: inviter.fullName, organization: model.realm.name };
  return mailOf(model, invitation, context, ({ t }) => ({
    subject: t("{person} invited you to {organization}", values),
    paragraphs: [
      t("{person} invited you to join {organization}, where people write to each other in channels.", values),
    ],
  }));
}

/** Some days before an invitation expires. */
export function reminderMail(model: Model, inviter: User, invitation: MailedInvitation, context: MailContext): Mail {
  const values = { person: inviter.fullName, organization: model.realm.name };
  return mailOf(model, invitation, context, ({ t }) => ({
    subject: t("Your invitation to {organization} expires soon", values),
    paragraphs: [
      t("{person} invited you to join {organization}. The invitation expires in less than two days.", values),
    ],
  }));
}

/** In the language of the organization: that of the reader is not known yet. */
function mailOf(
  model: Model,
  invitation: MailedInvitation,
  { linkOf }: MailContext,
  words: (texts: Texts) => Pick<Letter, "subject" | "paragraphs">,
): Mail {
  const texts = textsIn(realmProperty(model, "default_language"));
  return letter({
    ...words(texts),
    texts,
    recipient: invitation.email,
    action: { label: texts.t("Join {organization}", { organization: model.realm.name }), url: linkOf(invitation) },
    footer: texts.t(
      "This link is for you alone, and works once. If you did not expect this invitation, ignore this email.",
    ),
  });
}
