import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { Mail } from "#outbound/mail-server.ts";
import { letter, toUser } from "#domains/records/users/email/letter.ts";

/** The path of the page that the links in mails about a new address open. */
export const NEW_EMAIL_PATH = "/accounts/confirm_new_email";
/** The same for those that undo a change. */
export const UNDO_PATH = "/accounts/undo_new_email";

export function newEmailMail(model: Model, user: User, newEmail: string, link: string): Mail {
  const head = toUser(user);
  const { t } = head.texts;
  const organization = model.realm.name;
  return letter({
    ...head,
    recipient: newEmail,
    subject: t("Confirm your new address for {organization}", { organization }),
    paragraphs: [t("You asked to use this address for your account in {organization}.", { organization })],
    action: { label: t("Use this address"), url: link },
    footer: t("The link works once, within a day. If you did not ask for this, ignore this email."),
  });
}

/** The mail to the present address, so that its owner can stop what they have not asked for. */
export function changeAskedMail({ realm }: Model, user: User, newEmail: string): Mail {
  const head = toUser(user);
  const { t } = head.texts;
  const values = { organization: realm.name, email: user.email, address: newEmail };
  return letter({
    ...head,
    subject: t("Someone wants to change the address of your account in {organization}", values),
    paragraphs: [
      t(
        "Someone, probably you, has asked to change the address of your account {email} in {organization} to {address}. It will change when the link that was sent there is followed.",
        values,
      ),
    ],
    footer: t("If this was not you, change your password immediately: this cancels the request."),
  });
}

/** To the address that an account no longer has, if it was not its owner who has followed the link. */
export function changeUndoneMail({ realm }: Model, user: User): Mail {
  const head = toUser(user);
  const { t } = head.texts;
  const values = { organization: realm.name };
  return letter({
    ...head,
    subject: t("The change of your address for {organization} was undone", values),
    paragraphs: [
      t(
        "Your account in {organization} has its former address again, because of the link that was sent there. Everyone who was logged in was logged out.",
        values,
      ),
    ],
    footer: t("If this was not you, tell an administrator of {organization} immediately.", values),
  });
}
