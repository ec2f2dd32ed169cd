import { enqueueMail } from "#engine/jobs/mail.ts";
import { backgroundPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { User } from "#engine/model/records.ts";
import type { Mail } from "#outbound/mail-server.ts";
import { letter, toUser } from "#domains/records/users/email/letter.ts";
import { userSetting } from "#domains/records/users/record/settings.ts";

/** A user with a new account needs no mail about the login that follows its creation. */
const NEW_SECONDS = 60;

/** Whether a user is to get a mail about a login; `now` is in UNIX seconds. */
const wantsLoginMail = (user: User, now: number): boolean =>
  userSetting(user, "enable_login_emails") && now > user.dateJoined + NEW_SECONDS;

/** Lets somebody know that their password was used, if they want to. */
export async function mailAboutLogin(
  { clock, config }: Pick<Site, "clock" | "config">,
  realm: RealmRuntime,
  user: User,
  client: string,
): Promise<void> {
  const now = clock.now() / 1000;
  if (config.smtpUrl === undefined || !wantsLoginMail(user, now)) return;
  await enqueueMail(backgroundPool(realm), realm.id, loginMail(realm, user, client, now));
}

/** The mail that a user's password was used, so that they notice if it was not them. */
function loginMail({ model, url }: RealmRuntime, user: User, client: string, now: number): Mail {
  const head = toUser(user);
  const { t, language } = head.texts;
  const timeZone = user.timezone === "" ? "UTC" : user.timezone;
  const time = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "long", timeZone }).format(now * 1000);
  const organization = model.realm.name;
  return letter({
    ...head,
    subject: t("New login to {organization}", { organization }),
    paragraphs: [
      t("Someone has logged in to your account {email} in {organization} ({url}).", {
        email: user.email,
        organization,
        url,
      }),
      t("Time: {time}", { time }),
      t("Program: {program}", { program: client }),
      t("If this was you, all is well. If not, change your password immediately, and create a new API key."),
    ],
    action: { label: t("Your settings"), url: `${url}/#settings/notifications` },
    footer: t("You can turn these emails off in your settings."),
  });
}
