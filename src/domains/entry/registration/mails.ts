import type { Mail } from "#outbound/mail-server.ts";
import type { Texts } from "#domains/records/pages/texts.ts";
import { letter } from "#domains/records/users/email/letter.ts";

interface Addressed {
  readonly recipient: string;
  /** The organization's name. */
  readonly organization: string;
  /** Those of the page on which they were asked for. */
  readonly texts: Texts;
}

export const registrationMail = ({ recipient, organization, texts }: Addressed, link: string): Mail =>
  letter({
    texts,
    recipient,
    subject: texts.t("Confirm your address for {organization}", { organization }),
    paragraphs: [
      texts.t("You asked for an account in {organization} with this address. Choose a name and a password to finish.", {
        organization,
      }),
    ],
    action: { label: texts.t("Join {organization}", { organization: organization }), url: link },
    footer: texts.t("The link works once, within a day. If you did not ask for an account, ignore this email."),
  });

/** To somebody who has an account already: the page that asked for the address tells nobody so. */
export const knownAddressMail = ({ recipient, organization, texts }: Addressed, resetLink: string): Mail =>
  letter({
    texts,
    recipient,
    subject: texts.t("You already have an account in {organization}", { organization }),
    paragraphs: [
      texts.t(
        "You asked for an account in {organization} with this address, and you have one already. Log in with it. If you forgot your password, choose a new one.",
        { organization },
      ),
    ],
    action: { label: texts.t("Choose a new password"), url: resetLink },
    footer: texts.t("If you did not ask for an account, ignore this email."),
  });
