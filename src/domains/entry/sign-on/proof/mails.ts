import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { Mail } from "#outbound/mail-server.ts";
import { letter, toUser } from "#domains/records/users/email/letter.ts";

/** Tells somebody by which provider their account can be opened from now on. */
export function linkedMail(model: Model, user: User, provider: string, url: string): Mail {
  const head = toUser(user);
  const { t } = head.texts;
  const organization = model.realm.name;
  return letter({
    ...head,
    subject: t("{provider} opens your account in {organization}", { provider, organization }),
    paragraphs: [
      t("Someone, probably you, has logged in to your account {email} by {provider} for the first time.", {
        email: user.email,
        provider,
      }),
    ],
    action: { label: t("Open {name}", { name: organization }), url },
    footer: t("If it was not you, tell an administrator of {organization} immediately.", { organization }),
  });
}
