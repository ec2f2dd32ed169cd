import type { User } from "#engine/model/records.ts";
import type { Mail } from "#outbound/mail-server.ts";
import { letter } from "#domains/records/users/email/letter.ts";

const IGNORE = "If you did not ask for a new password, ignore this mail: nothing has changed.";

export interface Asked {
  readonly organization: string;
  /** The address that was asked for. */
  readonly email: string;
  readonly user: User | undefined;
  readonly link: string;
}

/** The answer to a request, which tells only those who read mail at the address whether it has an account. */
export function resetMail({ organization, email, user, link }: Asked): Mail {
  const common = { recipient: email, greeting: "Hello,", footer: IGNORE };
  if (user === undefined || user.botType !== null) {
    const subject = `No account in ${organization} has this address`;
    const sentence = `somebody asked for a new password for this address in ${organization}. No account there has it: perhaps yours has another address.`;
    return letter({ ...common, subject, paragraphs: [sentence] });
  }
  const subject = `Choose a new password for ${organization}`;
  if (!user.isActive) {
    const sentence = `somebody asked for a new password for your account in ${organization}, which has been deactivated. An administrator can bring it back.`;
    return letter({ ...common, subject, paragraphs: [sentence] });
  }
  return letter({
    ...common,
    recipient: user.email,
    greeting: `Hello ${user.fullName},`,
    subject,
    paragraphs: [
      `somebody, probably you, asked for a new password for your account ${user.email} in ${organization}. The link works once, within two hours.`,
    ],
    action: { label: "Choose a password", url: link },
  });
}

/** So that nobody loses an account without a word. */
export const changedMail = ({ organization, user }: { readonly organization: string; readonly user: User }): Mail =>
  letter({
    recipient: user.email,
    greeting: `Hello ${user.fullName},`,
    subject: `Your password for ${organization} has changed`,
    paragraphs: [
      `the password of your account ${user.email} in ${organization} was changed by a link that was sent to this address. Programs that were logged in have to log in again.`,
    ],
    footer: `If this was not you, tell an administrator of ${organization} at once.`,
  });
