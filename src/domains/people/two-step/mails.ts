import type { User } from "#engine/model/records.ts";
import type { Mail } from "#outbound/mail-server.ts";
import { letter, toUser } from "#domains/records/users/email/letter.ts";

/** What somebody is told of, so that they notice if it was not them. */
export type TwoStepChange =
  | { readonly kind: "enabled" | "disabled" | "replaced" }
  | { readonly kind: "used"; readonly left: number };

export function twoStepMail(organization: string, user: User, change: TwoStepChange): Mail {
  const head = toUser(user);
  const { t } = head.texts;
  const values = { organization, email: user.email };
  const sentence = {
    enabled: () =>
      t(
        "Logging in to your account {email} in {organization} asks for a code from your authenticator app from now on.",
        values,
      ),
    disabled: () =>
      t(
        "Two-step login of your account {email} in {organization} was turned off. The password is enough to log in.",
        values,
      ),
    replaced: () =>
      t("Your account {email} in {organization} has new recovery codes. The earlier ones no longer work.", values),
    used: () => t("A recovery code was used to log in to your account {email} in {organization}.", values),
  }[change.kind]();
  return letter({
    ...head,
    subject: t("Two-step login for {organization}", values),
    paragraphs: [
      sentence,
      ...(change.kind === "used" ? [t("Recovery codes left: {count}", { count: String(change.left) })] : []),
    ],
    footer: t(
      "If this was not you, change your password immediately, and tell an administrator of {organization}.",
      values,
    ),
  });
}
