import type { Mail } from "#outbound/mail-server.ts";
import { letter } from "#domains/records/users/email/letter.ts";

interface Addressed {
  readonly recipient: string;
  /** The organization's name. */
  readonly organization: string;
}

export const registrationMail = ({ recipient, organization }: Addressed, link: string): Mail =>
  letter({
    recipient,
    subject: `Confirm your address for ${organization}`,
    greeting: "Hello,",
    paragraphs: [
      `you asked for an account in ${organization} with this address. Choose a name and a password to finish.`,
    ],
    action: { label: `Join ${organization}`, url: link },
    footer: "The link works once, within a day. If you did not ask for an account, ignore this mail.",
  });

/** To somebody who has an account already: the page that asked for the address tells nobody so. */
export const knownAddressMail = ({ recipient, organization }: Addressed, resetLink: string): Mail =>
  letter({
    recipient,
    subject: `You already have an account in ${organization}`,
    greeting: "Hello,",
    paragraphs: [
      `you asked for an account in ${organization} with this address, and you have one already. Log in with it. If you forgot your password, choose a new one.`,
    ],
    action: { label: "Choose a new password", url: resetLink },
    footer: "If you did not ask for an account, ignore this mail.",
  });
