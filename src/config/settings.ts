import { accountSettings, limitSettings, monitoringSettings, signOnSettings } from "./operator-settings.ts";
import { databaseSettings, dataSettings, networkSettings } from "./server-settings.ts";
import { callSettings, fileSettings, mailSettings } from "./service-settings.ts";
import type { Setting } from "./setting.ts";

export const settings = {
  ...networkSettings,
  ...dataSettings,
  ...databaseSettings,
  ...mailSettings,
  ...fileSettings,
  ...callSettings,
  ...accountSettings,
  ...signOnSettings,
  ...limitSettings,
  ...monitoringSettings,
};

export const allSettings: readonly Setting<unknown>[] = Object.values(settings);

interface SettingGroup {
  readonly title: string;
  readonly settings: readonly Setting<unknown>[];
}

/** All settings by what they are for, as docs/configuration.md shows them. */
export const settingGroups: readonly SettingGroup[] = [
  { title: "Server and network", settings: Object.values(networkSettings) },
  { title: "Data and the first start", settings: Object.values(dataSettings) },
  { title: "Database and several processes", settings: Object.values(databaseSettings) },
  { title: "Mail", settings: Object.values(mailSettings) },
  { title: "Files", settings: Object.values(fileSettings) },
  { title: "Video calls", settings: Object.values(callSettings) },
  { title: "Accounts and notifications", settings: Object.values(accountSettings) },
  { title: "Ways to log in", settings: Object.values(signOnSettings) },
  { title: "Limits and permissions", settings: Object.values(limitSettings) },
  { title: "Metrics and the log", settings: Object.values(monitoringSettings) },
];
