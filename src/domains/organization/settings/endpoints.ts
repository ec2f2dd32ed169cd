import type { AuditAction } from "#engine/log/audit-actions.ts";
import { type TSchema, Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { boolean, json, optional, type Param, text } from "#api/parameters/params.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { type SettingChange, SettingChangeSchema } from "#domains/records/groups/setting-change.ts";
import { GroupSettingValueSchema } from "#domains/records/groups/setting-value.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { REALM_SETTING_NAMES, type RealmSetting } from "#engine/model/access/permission-settings.ts";
import type { User } from "#engine/model/records.ts";
import {
  CHANGEABLE_NAMES,
  type ChangeableName,
  PROPERTIES,
  REALM_PROPERTY_SCHEMAS,
} from "#domains/records/organization/properties.ts";
import { USER_SETTING_NAMES, USER_SETTINGS, type UserSettings } from "#domains/records/users/record/settings.ts";
import { type Administrator, asAdministrator, asOwner } from "#domains/records/organization/access.ts";
import { addableDomain, listedDomain } from "./access.ts";
import { addDomain, changeDomain, removeDomain } from "./actions/change-domains.ts";
import { deactivateRealm } from "./actions/deactivate-realm.ts";
import { updateNewcomerSettings } from "./actions/update-newcomer-settings.ts";
import { updateRealm } from "./actions/update-realm.ts";
import { checkedDomain } from "./domain.ts";
import type { AuthenticationMethods } from "#domains/records/organization/authentication-methods.ts";
import { checkKeepsWayIn, withMethods } from "#domains/records/sign-on/access.ts";
import { DomainSchema } from "#domains/records/organization/events.ts";

/** Runs a write, and refuses it if the actor is no longer an administrator when the writer comes to it. */
const administer = <Result, Recorded extends AuditAction>(
  realm: RealmRuntime<Recorded>,
  actor: User,
  action: (tx: Tx<Recorded>, present: Administrator) => Promise<Result>,
): Promise<Result> => realm.write(actor, (tx, present) => action(tx, asAdministrator(present)));

type PropertyParams = { readonly [Name in ChangeableName]: (typeof PROPERTIES)[Name]["param"] };
const propertyParams = Object.fromEntries(
  CHANGEABLE_NAMES.map((name) => [name, PROPERTIES[name].param]),
) as unknown as PropertyParams;

const permissionParams = Object.fromEntries(
  REALM_SETTING_NAMES.map((name) => [name, optional(json(`Changes ${name}.`, SettingChangeSchema))]),
) as Record<RealmSetting, Param<SettingChange | undefined, false>>;

const news: Record<string, TSchema> = Object.fromEntries([
  ...CHANGEABLE_NAMES.map((name) => [name, Type.Optional(REALM_PROPERTY_SCHEMAS[name] ?? Type.String())]),
  ...REALM_SETTING_NAMES.map((name) => [name, Type.Optional(GroupSettingValueSchema)]),
]);

export const patchRealm = endpoint({
  id: "update-realm",
  method: "PATCH",
  path: "/realm",
  summary: "Changes the organization. The answer holds what is new: `updated` for texts, otherwise the value.",
  auth: "administrator",
  scope: "organization:write",
  audits: ["realm.setting_changed"],
  params: { ...propertyParams, ...permissionParams },
  result: news,
  errors: [
    "BAD_REQUEST",
    "UNAUTHORIZED_PRINCIPAL",
    "REQUEST_VARIABLE_INVALID",
    "EXPECTATION_MISMATCH",
    "SYSTEM_GROUP_REQUIRED",
  ],
  emits: [
    "realm/update",
    "realm/update_dict",
    "realm_user/add",
    "realm_user/remove",
    "realm_user/update",
    "realm_user_settings_defaults/update",
    "user_group/add_members",
    "user_group/remove_members",
  ],
  async run({ site, realm, actor, params }) {
    const changed = await realm.write(actor, async (tx, present) => {
      const news = await updateRealm(tx, asAdministrator(present), params);
      const methods = news.get("authentication_methods") as AuthenticationMethods | undefined;
      if (methods !== undefined)
        await checkKeepsWayIn(tx, site.config, withMethods(tx.model, methods), asOwner(present));
      return news;
    });
    return Object.fromEntries(
      [...changed].map(([name, value]) => [name, typeof value === "string" ? "updated" : value]),
    );
  },
});

type SettingParams = { readonly [Name in keyof UserSettings]?: Param<UserSettings[Name] | undefined, false> };
const settingParams = Object.fromEntries(
  USER_SETTING_NAMES.filter((name) => USER_SETTINGS[name].isPersonal !== true).map((name) => [
    name,
    optional(USER_SETTINGS[name].param as Param<unknown>),
  ]),
) as unknown as Required<SettingParams>;

export const patchNewcomerSettings = endpoint({
  id: "update-realm-user-settings-defaults",
  method: "PATCH",
  path: "/realm/user_settings_defaults",
  summary: "Decides the settings of accounts that are created later.",
  auth: "administrator",
  scope: "organization:write",
  audits: ["realm.setting_changed"],
  params: settingParams,
  result: {},
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  emits: ["realm_user_settings_defaults/update"],
  async run({ realm, actor, params }) {
    await administer(realm, actor, (tx, present) => updateNewcomerSettings(tx, present, params));
    return {};
  },
});

export const getDomains = endpoint({
  id: "get-realm-domains",
  method: "GET",
  path: "/realm/domains",
  summary: "The domains whose addresses belong to the organization.",
  auth: "user",
  scope: "organization:read",
  params: {},
  result: { domains: Type.Array(DomainSchema) },
  errors: [],
  run: ({ realm }) => ({ domains: [...realm.model.domains] }),
});

const domain = text("A domain name.", { max: 1000 });
const allowSubdomains = boolean("Whether domains below it belong to the organization, too.");
const domainErrors = ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"] as const;

export const postDomain = endpoint({
  id: "create-realm-domain",
  method: "POST",
  path: "/realm/domains",
  summary: "Adds a domain.",
  auth: "administrator",
  scope: "organization:write",
  audits: ["domain.created"],
  params: { domain, allow_subdomains: allowSubdomains },
  result: {},
  errors: domainErrors,
  emits: ["realm_domains/add"],
  async run({ realm, actor, params }) {
    const added = { domain: checkedDomain(params.domain), allow_subdomains: params.allow_subdomains };
    await administer(realm, actor, (tx, present) => addDomain(tx, addableDomain(present, added)));
    return {};
  },
});

export const patchDomain = endpoint({
  id: "update-realm-domain",
  method: "PATCH",
  path: "/realm/domains/{domain}",
  summary: "Changes a domain.",
  auth: "administrator",
  scope: "organization:write",
  audits: ["domain.changed"],
  params: { domain, allow_subdomains: allowSubdomains },
  result: {},
  errors: domainErrors,
  emits: ["realm_domains/change"],
  async run({ realm, actor, params }) {
    await administer(realm, actor, (tx, present) =>
      changeDomain(tx, listedDomain(tx.model, present, params.domain), params.allow_subdomains),
    );
    return {};
  },
});

export const deleteDomain = endpoint({
  id: "delete-realm-domain",
  method: "DELETE",
  path: "/realm/domains/{domain}",
  summary: "Removes a domain.",
  auth: "administrator",
  scope: "organization:write",
  audits: ["domain.deleted"],
  params: { domain },
  result: {},
  errors: domainErrors,
  emits: ["realm_domains/remove"],
  async run({ realm, actor, params }) {
    await administer(realm, actor, (tx, present) => removeDomain(tx, listedDomain(tx.model, present, params.domain)));
    return {};
  },
});

export const deactivateOrganization = endpoint({
  id: "deactivate-realm",
  method: "POST",
  path: "/realm/deactivate",
  summary: "Deactivates the organization; from then on nobody gets in.",
  auth: "owner",
  scope: "full",
  audits: ["realm.deactivated"],
  params: {},
  result: {},
  errors: ["UNAUTHORIZED_PRINCIPAL"],
  emits: ["realm/deactivated"],
  async run({ realm, actor }) {
    await realm.write(actor, (tx, present) => {
      tx.audit("realm.deactivated", tx.realmId);
      return deactivateRealm(tx, asOwner(present));
    });
    return {};
  },
});

export const organizationEndpoints = [
  patchRealm,
  patchNewcomerSettings,
  getDomains,
  postDomain,
  patchDomain,
  deleteDomain,
  deactivateOrganization,
] as const;
