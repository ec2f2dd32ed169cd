import type { User } from "#engine/model/records.ts";
import type { Mail } from "#outbound/mail-server.ts";
import { letter, toUser } from "#domains/records/users/email/letter.ts";

/** Tells somebody of another way in, or of one that is gone, so that they notice if it was not them. */
export function passkeyMail(organization: string, user: User, passkey: string, what: "created" | "deleted"): Mail {
  const head = toUser(user);
  const { t } = head.texts;
  const values = { organization, email: user.email, passkey };
  return letter({
    ...head,
    subject: t("Passkeys for {organization}", values),
    paragraphs: [
      what === "created"
        ? t("The passkey “{passkey}” can log in to your account {email} in {organization} from now on.", values)
        : t("The passkey “{passkey}” no longer logs in to your account {email} in {organization}.", values),
    ],
    footer: t(
      "If this was not you, change your password immediately, and tell an administrator of {organization}.",
      values,
    ),
  });
}
