import type { Model } from "../../../engine/model/model.ts";
import type { User } from "../../../engine/model/records.ts";
import type { Mail } from "../../../outbound/mail-server.ts";

/** The path of the page that the links in mails about a new address open. */
export const CONFIRMATION_PATH = "/accounts/confirm_new_email";

export function confirmationMail(model: Model, user: User, newEmail: string, link: string): Mail {
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

/** The mail to the old address, so that its owner notices a change that was not theirs. */
export function addressChangedMail(model: Model, user: User, newEmail: string): Mail {
  const { name } = model.realm;
  return {
    recipient: user.email,
    subject: `Your address for ${name} has changed`,
    body: `Hello ${user.fullName},

the address of your account in ${name} is now ${newEmail}. If this was not you, tell an administrator of ${name} at once.
`,
  };
}
