import { enqueueMail } from "#engine/jobs/mail.ts";
import { backgroundPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { User } from "#engine/model/records.ts";
import type { Mail } from "#outbound/mail-server.ts";
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
  const { name } = model.realm;
  const timeZone = user.timezone === "" ? "UTC" : user.timezone;
  const time = new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "long", timeZone }).format(now * 1000);
  return {
    recipient: user.email,
    subject: `New login to ${name}`,
    body: `Hello ${user.fullName},

somebody has logged in to your account ${user.email} in ${name} (${url}).

Time     ${time}
Program  ${client}

If this was you, all is well. If not, change your password at once, and ask for a new API key.

You can turn these mails off: ${url}/#settings/notifications
`,
  };
}
