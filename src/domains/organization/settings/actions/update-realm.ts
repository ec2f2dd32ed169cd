import type { FieldsOf } from "#engine/log/event-kinds.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { changedSetting, type SettingChange } from "#domains/records/groups/setting-change.ts";
import { systemGroupId } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import { REALM_SETTING_NAMES, REALM_SETTINGS, type RealmSetting } from "#engine/model/access/permission-settings.ts";
import { TWO_STEP_REQUIRED, TWO_STEP_REQUIRED_SINCE } from "#engine/model/access/two-step.ts";
import { unixSeconds } from "#platform/clock.ts";
import { realmSetting } from "#engine/model/access/permissions.ts";
import type { GroupSettingValue } from "#engine/model/records.ts";
import {
  CHANGEABLE,
  CHANGEABLE_NAMES,
  isInitial,
  isSameValue,
  type RealmProperties,
  realmProperty,
} from "#domains/records/organization/properties.ts";
import type { Property } from "#domains/records/organization/property.ts";
import { storeRealm } from "#domains/records/organization/queries.ts";
import { type Administrator, asOwner } from "#domains/records/organization/access.ts";
import { checkNameableChannel, OWNERS_PERMISSIONS } from "../access.ts";
import { emitGuestVisibility, guestVisibility } from "./guest-visibility.ts";
import { refreshFullMembers } from "./refresh-full-members.ts";
import { newcomerSettingUpdated, realmPropertiesUpdated, realmUpdated } from "#domains/records/organization/events.ts";

/** The properties and permissions to change, by name, as their parameters say; absent ones stay as they are. */
export type RealmUpdate = Readonly<Record<string, unknown>>;

const BY_NAME: Readonly<Record<string, Property>> = CHANGEABLE;

/** Changes all that was asked for, or nothing. Returns the new values as they are stored. */
export async function updateRealm(
  tx: Tx<"realm.setting_changed">,
  actor: Administrator,
  update: RealmUpdate,
): Promise<Map<string, unknown>> {
  checkOwners(actor, update);
  const news = new Map([...newProperties(tx.model, actor, update), ...newPermissions(tx.model, update)]);
  if (news.size === 0) return news;
  const { name = tx.model.realm.name, ...changed } = Object.fromEntries(news) as { name?: string };
  const settings = differing(tx.model, { ...tx.model.realm.settings, ...changed, ...requiredSince(changed, tx.now) });
  const visibility = guestVisibility(tx.model, settings);
  const set = { name, settings, ...(visibility === "new queues" && { guestQueuesEndedAt: tx.model.position + 1 }) };
  await storeRealm(tx.sql, { ...tx.model.realm, ...set });
  tx.change({ kind: "realm_changed", set });
  for (const [property, value] of news) {
    tx.audit("realm.setting_changed", property, { old: currentValue(tx.model, property), new: value });
    announce(tx, property, value);
  }
  const threshold = news.get("waiting_period_threshold");
  if (threshold !== undefined) await refreshFullMembers(tx, actor, threshold as number);
  if (visibility === "events") emitGuestVisibility(tx, settings);
  return news;
}

/** From then on people have some days to set it up. */
const requiredSince = (changed: Readonly<Record<string, unknown>>, now: Date): Readonly<Record<string, unknown>> =>
  TWO_STEP_REQUIRED in changed ? { [TWO_STEP_REQUIRED_SINCE]: unixSeconds(now) } : {};

function currentValue(model: Model, name: string): unknown {
  if (name === "name") return model.realm.name;
  return name in REALM_SETTINGS
    ? realmSetting(model, name as RealmSetting)
    : realmProperty(model, name as keyof RealmProperties);
}

function checkOwners(actor: Administrator, update: RealmUpdate): void {
  for (const [name, value] of Object.entries(update)) {
    if (value !== undefined && (BY_NAME[name]?.isOwners === true || OWNERS_PERMISSIONS.has(name))) asOwner(actor);
  }
}

function* newProperties(model: Model, actor: Administrator, update: RealmUpdate): Generator<[string, unknown]> {
  for (const name of CHANGEABLE_NAMES) {
    const value = update[name];
    if (value === undefined) continue;
    const property = CHANGEABLE[name];
    const { refersTo } = property;
    if (refersTo !== undefined) checkNameableChannel(model, actor, value as number, refersTo === "private channel");
    property.check?.(model, value);
    if (property.storage === "nowhere") continue;
    const isColumn = property.storage === "column";
    const next = isColumn ? value : property.stored(value);
    const current = isColumn ? model.realm.name : realmProperty(model, name as keyof RealmProperties);
    if (!isSameValue(next, current)) yield [name, next];
  }
}

function* newPermissions(model: Model, update: RealmUpdate): Generator<[string, GroupSettingValue]> {
  for (const name of REALM_SETTING_NAMES) {
    const change = update[name] as SettingChange | undefined;
    if (change === undefined) continue;
    const value = changedSetting(model, name, REALM_SETTINGS[name], realmSetting(model, name), change);
    if (value !== undefined) yield [name, value];
  }
}

/** Leaves out the settings that equal those of a new organization: only differences are stored. */
function differing(model: Model, settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isDefault = (name: string, value: unknown) =>
    name in REALM_SETTINGS
      ? value === systemGroupId(model, REALM_SETTINGS[name as RealmSetting].default_group_name)
      : isInitial(name, value);
  return Object.fromEntries(Object.entries(settings).filter(([name, value]) => !isDefault(name, value)));
}

/** The value of a property that has an event of its own, not one with a dictionary. */
type PropertyValue = FieldsOf<typeof realmUpdated>["value"];

function announce(tx: Tx, property: string, value: unknown): void {
  const isPermission = property in REALM_SETTINGS;
  const also = BY_NAME[property]?.announcedWith?.(value as never);
  if (isPermission || also !== undefined) {
    const data = { [property]: value, ...also };
    tx.emit(realmPropertiesUpdated, { property: "default", data }, { to: "everyone" });
  } else {
    tx.emit(realmUpdated, { property, value: value as PropertyValue }, { to: "everyone" });
  }
  // New accounts begin with the organization's language.
  if (property === "default_language") {
    tx.emit(newcomerSettingUpdated, { property, value: value as string }, { to: "everyone" });
  }
}
