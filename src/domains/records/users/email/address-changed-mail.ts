import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { Mail } from "#outbound/mail-server.ts";
import { letter, toUser } from "./letter.ts";

/** The mail to the old address, by which its owner has a week to take the account back. */
export function addressChangedMail({ realm }: Model, user: User, newEmail: string, undo?: string): Mail {
  const head = toUser(user);
  const { t } = head.texts;
  const values = { organization: realm.name, address: newEmail };
  const isNow = t("The address of your account in {organization} is now {address}.", values);
  const common = {
    ...head,
    subject: t("Your address for {organization} has changed", values),
    footer: t("If this was not you, also tell an administrator of {organization} immediately.", values),
  };
  if (undo === undefined) return letter({ ...common, paragraphs: [isNow] });
  return letter({
    ...common,
    paragraphs: [
      isNow,
      t(
        "If this was not you, take the account back: this link works for a week, whatever else is changed meanwhile. Your address will be as before, everyone who is logged in will be logged out, and you choose a new password.",
      ),
    ],
    action: { label: t("This was not me: undo it"), url: undo },
  });
}
