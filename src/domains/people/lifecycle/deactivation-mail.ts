import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { Mail } from "#outbound/mail-server.ts";
import { letter, toUser } from "#domains/records/users/email/letter.ts";

/** The mail to a user whose account was deactivated. */
export function deactivationMail(model: Model, user: User, actor: User, comment: string): Mail {
  const values = { organization: model.realm.name, email: user.email, administrator: actor.fullName };
  const head = toUser(user);
  const { t } = head.texts;
  return letter({
    ...head,
    subject: t("Your account in {organization} has been deactivated", values),
    paragraphs: [
      t(
        "Your account {email} in {organization} has been deactivated by {administrator}. You can no longer log in.",
        values,
      ),
      ...(comment === "" ? [] : [t("{administrator} wrote:", values), comment]),
    ],
    footer: t("An administrator of {organization} can reactivate your account.", values),
  });
}
