import { requireScope } from "#api/callers/caller.ts";
import { endpoint } from "#api/endpoint.ts";
import { badRequest } from "#platform/errors.ts";
import { optional, type Param, text, word } from "#api/parameters/params.ts";
import { followVisibility } from "#domains/people/presence/emit.ts";
import { LANGUAGES } from "#domains/records/organization/limits.ts";
import { requireConfirmed } from "#domains/people/sessions/confirmation.ts";
import { renewedSession } from "#domains/people/sessions/new-session.ts";
import { USER_SETTING_NAMES, USER_SETTINGS, type UserSettings } from "#domains/records/users/record/settings.ts";
import { changeAccount } from "./actions/change-account.ts";
import { timezone } from "./timezone.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { User } from "#engine/model/records.ts";
import { refuseManagedName } from "#domains/records/sign-on/managed.ts";
import { confirmPassword, isOfDirectory } from "#domains/people/login/confirm-password.ts";
import { checkPasswordStrength, hashPassword } from "#domains/people/login/passwords.ts";

type SettingParams = { readonly [Name in keyof UserSettings]: Param<UserSettings[Name] | undefined, false> };
const settingParams = Object.fromEntries(
  USER_SETTING_NAMES.map((name) => [name, optional(USER_SETTINGS[name].param as Param<unknown>)]),
) as unknown as SettingParams;

const accountParams = {
  full_name: optional(
    text("The caller's name; left as it is where the organization allows no changes.", { max: 1000 }),
  ),
  email: optional(
    text(
      "The address that the caller wants; a mail there asks to confirm it. Browsers send `old_password`, too, or have confirmed.",
      { max: 1000 },
    ),
  ),
  old_password: optional(text("The present password.", { max: 10_000 })),
  new_password: optional(text("The password from now on.", { max: 10_000 })),
};

const noMail = () => badRequest("This server sends no mail, so that a new address cannot be confirmed.");

const ownSettings = <const Path extends string>(id: string, path: Path, summary: string) =>
  endpoint({
    id,
    method: "PATCH",
    path,
    summary,
    auth: "human",
    scope: "personal:write",
    audits: ["user.password_changed", "session.ended"],
    params: {
      ...accountParams,
      ...settingParams,
      default_language: optional(word("The language of the caller's clients.", LANGUAGES)),
      timezone: optional(timezone("The caller's time zone.")),
    },
    result: {},
    errors: ["BAD_REQUEST", "RATE_LIMIT_HIT", "CONFIRMATION_REQUIRED"],
    emits: [
      "user_settings/update",
      "update_display_settings",
      "update_global_notifications",
      "realm_user/update",
      "realm_export_consent",
      "presence",
      "user_status",
    ],
    async run({ site, realm, actor, key, params, browser, address }) {
      const {
        full_name: fullName,
        email: wanted,
        old_password: old = "",
        new_password: next = "",
        ...settings
      } = params;
      // A key with scopes may not take the account.
      if (next !== "") requireScope(key, "full");
      // With a new password, too, the old one is looked at once.
      if (wanted !== undefined && next === "") await requireConfirmed({ site, realm, actor, key, browser }, old);
      const passwordHash = next === "" ? undefined : await hashOfNewPassword(site, realm, actor, { old, next });
      if (wanted !== undefined && site.config.smtpUrl === undefined) throw noMail();
      const email = wanted === undefined ? undefined : { wanted, realmUrl: realm.url };
      const renewed = passwordHash === undefined ? undefined : await renewedSession(browser, address());
      const input = { fullName, email, passwordHash, session: renewed?.input, settings };
      await realm.write(actor, async (tx, present) => {
        await refuseManagedName(tx, site.config, present, fullName);
        if (passwordHash !== undefined) tx.audit("user.password_changed", present.id);
        await changeAccount(tx, present, input);
      });
      renewed?.handOver();
      if (settings.presence_enabled !== undefined) await followVisibility(site, realm, actor);
      return {};
    },
  });

export const settingEndpoints = [
  ownSettings("update-settings", "/settings", "Changes the caller's own settings, all that are given or none."),
  ownSettings("update-display-settings", "/settings/display", "The same under an older path."),
  ownSettings("update-notification-settings", "/settings/notifications", "The same under an older path."),
] as const;

/** The hash of a new password for the user, who must know the old one. */
async function hashOfNewPassword(
  site: Site,
  realm: RealmRuntime,
  user: User,
  passwords: { readonly old: string; readonly next: string },
): Promise<string> {
  if (await isOfDirectory(site, realm, user))
    throw badRequest("Your password is that of a directory. Change it there.");
  await confirmPassword(site, realm, user, passwords.old);
  checkPasswordStrength(passwords.next);
  return hashPassword(passwords.next);
}
