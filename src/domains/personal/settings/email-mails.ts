import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { Mail } from "#outbound/mail-server.ts";
import { letter } from "#domains/records/users/email/letter.ts";

/** The path of the page that the links in mails about a new address open. */
export const NEW_EMAIL_PATH = "/accounts/confirm_new_email";
/** The same for those that undo a change. */
export const UNDO_PATH = "/accounts/undo_new_email";

export function newEmailMail(model: Model, user: User, newEmail: string, link: string): Mail {
  const { name } = model.realm;
  return {
    recipient: newEmail,
    subject: `Confirm your new address for ${name}`,
    body: `Hello ${user.fullName},

you asked to use this address for your account in ${name}. To do so, open

${link}

within a day. If you did not ask for this, ignore this mail.
`,
  };
}

/** The mail to the present address, so that its owner can stop what they have not asked for. */
export const changeAskedMail = ({ realm: { name } }: Model, user: User, newEmail: string): Mail =>
  letter({
    recipient: user.email,
    greeting: `Hello ${user.fullName},`,
    subject: `Somebody wants another address for your account in ${name}`,
    paragraphs: [
      `somebody, probably you, has asked to change the address of your account ${user.email} in ${name} to ${newEmail}. It changes as soon as the link is followed that was sent there.`,
    ],
    footer: "If this was not you, change your password at once: this ends the request.",
  });

/** To the address that an account no longer has, if it was not its owner who has followed the link. */
export const changeUndoneMail = ({ realm: { name } }: Model, user: User): Mail =>
  letter({
    recipient: user.email,
    greeting: `Hello ${user.fullName},`,
    subject: `The change of your address for ${name} was undone`,
    paragraphs: [
      `your account in ${name} has its former address again, by the link that was sent there. Everybody who was logged in was logged out.`,
    ],
    footer: `If this was not you, tell an administrator of ${name} at once.`,
  });
