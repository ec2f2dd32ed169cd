import type { Model } from "../../../engine/model/model.ts";
import type { User } from "../../../engine/model/records.ts";
import type { Mail } from "../../../outbound/mail-server.ts";

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

/** To the old address, so that nobody loses an account without a word. */
export function goodbyeMail(model: Model, user: User, newEmail: string): Mail {
  const { name } = model.realm;
  return {
    recipient: user.email,
    subject: `Your address for ${name} has changed`,
    body: `Hello ${user.fullName},

the address of your account in ${name} is now ${newEmail}. If this was not you, tell an administrator of ${name} at once.
`,
  };
}
