import type { User } from "#engine/model/records.ts";
import type { Mail } from "#outbound/mail-server.ts";
import { letter } from "#domains/records/users/email/letter.ts";

interface Asked {
  readonly organization: string;
  readonly user: User;
  readonly code: string;
}

export const codeMail = ({ organization, user, code }: Asked): Mail =>
  letter({
    recipient: user.email,
    greeting: `Hello ${user.fullName},`,
    subject: `Your code for ${organization}`,
    paragraphs: [
      `somebody, probably you, wants to change something that matters in your account ${user.email}. The browser that asks for a code takes this one, once, within 15 minutes:`,
      code,
    ],
    footer: "If you did not ask for it, tell nobody the code, and log out your other browsers in the settings.",
  });
