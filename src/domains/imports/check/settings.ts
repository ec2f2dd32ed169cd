import { problem } from "#platform/schema/check.ts";
import type { AnyParam } from "#api/parameters/params.ts";
import { REALM_SETTINGS, type RealmSetting } from "#engine/model/access/permission-settings.ts";
import { TWO_STEP_REQUIRED_SINCE } from "#engine/model/access/two-step.ts";
import type { GroupSettingValue, User } from "#engine/model/records.ts";
import { PICTURE_KINDS, pictureSetting } from "#domains/records/organization/icon.ts";
import { CHANGEABLE, PROPERTIES } from "#domains/records/organization/properties.ts";
import type { Property, SettingProperty } from "#domains/records/organization/property.ts";
import {
  OWN_SETTING_NAMES,
  SETTINGS_OF_NEWCOMERS,
  settingsToKeep,
  USER_SETTINGS,
} from "#domains/records/users/record/settings.ts";
import { StagedGroupSetting } from "../staging/fields.ts";
import { type RowLocation, wrongRow } from "../staging/read-staging.ts";
import { checkGroupSetting } from "./group-settings.ts";
import { checkExists, type CheckContext, ruled } from "./rows-to-store.ts";

type GivenSettings = Readonly<Record<string, unknown>>;

const UNKNOWN = "settings that this version does not know";
const GroupValue = StagedGroupSetting();
/** What the pictures are called is decided when they are stored. */
const PICTURES = new Set(PICTURE_KINDS.map(pictureSetting));

/** The settings to store for the organization: those that differ from a new one's. */
export function organizationSettings(
  context: CheckContext,
  location: RowLocation,
  given: GivenSettings,
): GivenSettings {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (PICTURES.has(name)) continue;
    const property = Object.hasOwn(CHANGEABLE, name) ? (CHANGEABLE as Record<string, Property>)[name] : undefined;
    if (Object.hasOwn(REALM_SETTINGS, name)) kept[name] = permission(context, location, name as RealmSetting, value);
    else if (property?.storage === "settings") kept[name] = propertyValue(context, location, name, property, value);
    else if (name === SETTINGS_OF_NEWCOMERS)
      kept[name] = userSettings(context, location, asObject(location, name, value));
    else if (name === TWO_STEP_REQUIRED_SINCE && typeof value === "number") kept[name] = value;
    else context.note(UNKNOWN);
  }
  return kept;
}

function permission({ known }: CheckContext, location: RowLocation, name: RealmSetting, value: unknown): unknown {
  const fault = problem(GroupValue, value, name);
  if (fault !== undefined) throw wrongRow(location, fault);
  checkGroupSetting(known, location, name, REALM_SETTINGS[name], value as GroupSettingValue);
  return value;
}

type StoredProperty = SettingProperty<unknown, unknown>;

function propertyValue(
  context: CheckContext,
  location: RowLocation,
  name: string,
  property: StoredProperty,
  value: unknown,
) {
  if (property.refersTo !== undefined && typeof value === "number" && value >= 0) {
    checkExists(location, context.known.channels, value, "channel");
  }
  for (const text of [textOf(property.param, value), ...WORDS_FOR_NONE]) {
    const stored = decoded(property, name, text);
    if (stored !== undefined && stored.value === value) return value;
  }
  throw wrongRow(location, `the organization's setting ${name} has no such value`);
}

/** How requests say that there is no limit, and no server of one's own. */
const WORDS_FOR_NONE = ["unlimited", "default"];

function decoded({ param, stored }: StoredProperty, name: string, text: string): { value: unknown } | undefined {
  try {
    return { value: stored(param.decode(name, text)) };
  } catch {
    return undefined;
  }
}

/** A value as a request would send it. */
const textOf = ({ isJson }: AnyParam, value: unknown): string =>
  typeof value === "string" && !isJson ? value : (JSON.stringify(value) ?? "");

/** The settings to store for a user: those that differ from the initial ones. */
export function userSettings({ note }: CheckContext, location: RowLocation, given: GivenSettings): User["settings"] {
  const settings: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!(OWN_SETTING_NAMES as readonly string[]).includes(name) || name === "timezone") {
      note(UNKNOWN);
      continue;
    }
    const param: AnyParam = Object.hasOwn(USER_SETTINGS, name)
      ? USER_SETTINGS[name as keyof typeof USER_SETTINGS].param
      : PROPERTIES.default_language.param;
    settings[name] = ruled(location, () => param.decode(name, textOf(param, value)));
  }
  return settingsToKeep(settings);
}

function asObject(location: RowLocation, name: string, value: unknown): GivenSettings {
  if (typeof value !== "object" || value === null) throw wrongRow(location, `${name} is not an object`);
  return value as GivenSettings;
}
