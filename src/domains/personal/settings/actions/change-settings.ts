import { emitConsent } from "#domains/people/lifecycle/consent.ts";
import { emitEmailVisibility, emitPerson } from "#domains/people/lifecycle/person-events.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { deleteDraftsOf } from "#domains/personal/drafts/queries.ts";
import { onlyTo } from "#engine/log/entry.ts";
import type { User } from "#engine/model/records.ts";
import { shiftMissed } from "#domains/notifications/queries.ts";
import { apiEmail } from "#domains/records/users/present.ts";
import { storeUser } from "#domains/records/users/queries.ts";
import {
  OWN_SETTING_NAMES,
  type OwnSettingName,
  type OwnSettings,
  settingsToKeep,
  userSetting,
} from "#domains/records/users/record/settings.ts";
import { DISPLAY_SETTINGS, NOTIFICATION_SETTINGS } from "../legacy.ts";
import {
  displaySettingUpdated,
  notificationSettingUpdated,
  settingUpdated,
} from "#domains/records/users/record/settings-events.ts";

const GATHERING = "email_notifications_batching_period_seconds";

export type SettingsInput = { readonly [Name in OwnSettingName]?: OwnSettings[Name] | undefined };

/** Changes the user's own settings. Only settings whose value changes are stored and emitted. */
export async function changeSettings(tx: Tx, before: User, input: SettingsInput): Promise<User> {
  const changed = OWN_SETTING_NAMES.filter(
    (name) => input[name] !== undefined && input[name] !== userSetting(before, name),
  );
  if (changed.length === 0) return before;
  const settings = Object.fromEntries(
    OWN_SETTING_NAMES.map((name) => [name, input[name] ?? userSetting(before, name)]),
  ) as unknown as OwnSettings;
  const set = {
    settings: settingsToKeep(settings),
    timezone: settings.timezone,
    emailVisibility: settings.email_address_visibility,
  };
  const after: User = { ...before, ...set };
  await storeUser(tx.sql, tx.realmId, after);
  if (!settings.enable_drafts_synchronization) await deleteDraftsOf(tx.sql, tx.realmId, after.id);
  const longer = settings[GATHERING] - userSetting(before, GATHERING);
  if (longer !== 0) await shiftMissed(tx.sql, tx.realmId, after.id, longer);
  tx.change({ kind: "user_changed", id: after.id, set });
  for (const name of changed) emitSetting(tx, after, name);
  emitToOthers(tx, before, after);
  return after;
}

function emitSetting(tx: Tx, user: User, name: OwnSettingName): void {
  const self = onlyTo(user);
  const value = userSetting(user, name);
  const language = name === "default_language" ? { language_name: languageName(String(value)) } : {};
  tx.emit(settingUpdated, { property: name, value, ...language }, self);
  const legacy = { user: apiEmail(tx.model, user), setting: value };
  if (DISPLAY_SETTINGS.includes(name)) {
    tx.emit(displaySettingUpdated, { ...legacy, setting_name: name, ...language }, self);
  }
  if (NOTIFICATION_SETTINGS.includes(name)) {
    tx.emit(notificationSettingUpdated, { ...legacy, notification_name: name }, self);
  }
}

/** A language's own name for itself. */
const languageName = (code: string): string => new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;

/** Emits what other users see of changed settings. */
function emitToOthers(tx: Tx, before: User, after: User): void {
  if (after.timezone !== before.timezone) {
    emitPerson(tx, after, { email: apiEmail(tx.model, after), timezone: after.timezone });
  }
  if (after.emailVisibility !== before.emailVisibility) emitEmailVisibility(tx, before, after);
  const consent = "allow_private_data_export";
  if (userSetting(after, consent) !== userSetting(before, consent)) emitConsent(tx, after);
}
