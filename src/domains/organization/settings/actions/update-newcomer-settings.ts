import type { Tx } from "#engine/writer/tx.ts";
import type { Administrator } from "#domains/records/organization/access.ts";
import { storeRealm } from "#domains/records/organization/queries.ts";
import { newcomerSettingUpdated } from "#domains/records/organization/events.ts";
import {
  SETTINGS_OF_NEWCOMERS,
  settingsOfNewcomers,
  USER_SETTING_NAMES,
  USER_SETTINGS,
  type UserSettings,
} from "#domains/records/users/record/settings.ts";

export type NewcomerSettings = { readonly [Name in keyof UserSettings]?: UserSettings[Name] | undefined };

/** Changes the settings that new accounts begin with. Existing accounts keep theirs. */
export async function updateNewcomerSettings(
  tx: Tx<"realm.setting_changed">,
  _actor: Administrator,
  update: NewcomerSettings,
): Promise<void> {
  const { realm } = tx.model;
  const current = settingsOfNewcomers(tx.model);
  const changed = USER_SETTING_NAMES.filter((name) => update[name] !== undefined && update[name] !== current[name]);
  if (changed.length === 0) return;
  const next = { ...current, ...Object.fromEntries(changed.map((name) => [name, update[name]])) };
  const decided = USER_SETTING_NAMES.filter((name) => next[name] !== USER_SETTINGS[name].initial);
  const { [SETTINGS_OF_NEWCOMERS]: _, ...rest } = realm.settings;
  const settings = {
    ...rest,
    ...(decided.length > 0 && {
      [SETTINGS_OF_NEWCOMERS]: Object.fromEntries(decided.map((name) => [name, next[name]])),
    }),
  };
  await storeRealm(tx.sql, { ...realm, settings });
  tx.change({ kind: "realm_changed", set: { settings } });
  for (const property of changed) {
    const values = { old: current[property], new: update[property] };
    tx.audit("realm.setting_changed", `user_settings_defaults.${property}`, values);
    tx.emit(newcomerSettingUpdated, { property, value: next[property] }, { to: "everyone" });
  }
}
