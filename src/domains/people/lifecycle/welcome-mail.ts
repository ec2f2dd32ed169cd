import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { Mail } from "#outbound/mail-server.ts";
import { letter, toUser } from "#domains/records/users/email/letter.ts";

/** Tells a newcomer where their new account is and how to begin. */
export function welcomeMail(model: Model, user: User, url: string): Mail {
  const { name } = model.realm;
  const head = toUser(user);
  const { t } = head.texts;
  return letter({
    ...head,
    subject: t("Welcome to {organization}", { organization: name }),
    paragraphs: [
      t("Your account in {organization} is ready. Log in with {email} and your password.", {
        organization: name,
        email: user.email,
      }),
      t(
        "Messages are in channels, and each has a topic: read the topics that concern you and leave the others for later. Your inbox shows what is new.",
      ),
      t("Apps ask for the address of the server: {url}", { url }),
    ],
    action: { label: t("Open {organization}", { organization: name }), url },
    footer: t("You get this email once, because an account was created for you in {organization}.", {
      organization: name,
    }),
  });
}

/** The URL for the mail, where the server sends mail. */
export const mailedUrl = ({ config }: Pick<Site, "config">, { url }: Pick<RealmRuntime, "url">): string | undefined =>
  config.smtpUrl === undefined ? undefined : url;
