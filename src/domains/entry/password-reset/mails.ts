import type { User } from "#engine/model/records.ts";
import type { Mail } from "#outbound/mail-server.ts";
import type { Texts } from "#domains/records/pages/texts.ts";
import { letter, toUser } from "#domains/records/users/email/letter.ts";

export interface Asked {
  readonly organization: string;
  /** The address that was asked for. */
  readonly email: string;
  readonly user: User | undefined;
  readonly link: string;
  /** Those of the page on which it was asked for. */
  readonly texts: Texts;
}

/** The answer to a request, which tells only those who read mail at the address whether it has an account. */
export function resetMail({ organization, email, user, link, texts }: Asked): Mail {
  const account = user?.botType === null ? user : undefined;
  const head = account === undefined ? { texts, recipient: email } : toUser(account);
  const { t } = head.texts;
  const common = {
    ...head,
    footer: t("If you did not ask for a new password, ignore this email: nothing has changed."),
  };
  if (account === undefined) {
    return letter({
      ...common,
      subject: t("No account in {organization} has this address", { organization }),
      paragraphs: [
        t(
          "Someone asked for a new password for this address in {organization}. No account there has it: perhaps yours has another address.",
          { organization },
        ),
      ],
    });
  }
  const subject = t("Choose a new password for {organization}", { organization });
  if (!account.isActive) {
    const sentence = t(
      "Someone asked for a new password for your account in {organization}, which has been deactivated. An administrator can reactivate it.",
      { organization },
    );
    return letter({ ...common, subject, paragraphs: [sentence] });
  }
  return letter({
    ...common,
    subject,
    paragraphs: [
      t(
        "Someone, probably you, asked for a new password for your account {email} in {organization}. The link works once, within two hours.",
        { email: account.email, organization },
      ),
    ],
    action: { label: t("Choose a password"), url: link },
  });
}

/** So that nobody loses an account without a word. */
export function changedMail({ organization, user }: { readonly organization: string; readonly user: User }): Mail {
  const head = toUser(user);
  const { t } = head.texts;
  return letter({
    ...head,
    subject: t("Your password for {organization} has changed", { organization }),
    paragraphs: [
      t(
        "The password of your account {email} in {organization} was changed by a link that was sent to this address. Programs that were logged in have to log in again.",
        { email: user.email, organization },
      ),
    ],
    footer: t("If this was not you, tell an administrator of {organization} immediately.", { organization }),
  });
}
