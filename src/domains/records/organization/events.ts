import { type TProperties, Type } from "#platform/schema/type.ts";
import { GroupSettingValueSchema } from "../groups/setting-value.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import { REALM_SETTING_NAMES } from "#engine/model/access/permission-settings.ts";
import { REALM_PROPERTY_SCHEMAS } from "./properties.ts";
import { PICTURE_KINDS } from "./icon.ts";

const kind = <Name extends string, Op extends string, Fields extends TProperties>(
  type: Name,
  op: Op,
  summary: string,
  fields: Fields,
) =>
  ({
    type,
    op,
    scope: "organization:read",
    summary,
    schema: Type.Object({ type: Type.Literal(type), op: Type.Literal(op), ...fields }),
  }) as const satisfies EventKind;

const permissions = Object.fromEntries(REALM_SETTING_NAMES.map((name) => [name, GroupSettingValueSchema]));

const pictures = Object.fromEntries(
  PICTURE_KINDS.flatMap((kind) => [`${kind}_url`, `${kind}_source`]).map((name) => [name, Type.String()]),
);

export const DomainSchema = Type.Object({ domain: Type.String(), allow_subdomains: Type.Boolean() });

export const realmUpdated = kind("realm", "update", "A property of the organization changed.", {
  property: Type.String(),
  value: Type.Union([Type.String(), Type.Boolean(), Type.Integer(), Type.Null()]),
});

export const realmPropertiesUpdated = kind("realm", "update_dict", "Properties of the organization changed.", {
  property: Type.String(),
  data: Type.Partial(
    Type.Object({
      ...REALM_PROPERTY_SCHEMAS,
      ...permissions,
      ...pictures,
      mandatory_topics: Type.Boolean(),
      email_auth_enabled: Type.Boolean(),
      password_auth_enabled: Type.Boolean(),
    }),
  ),
});

export const realmDeactivated = kind("realm", "deactivated", "The organization was deactivated.", {
  realm_id: Type.Integer(),
});

export const domainAdded = kind("realm_domains", "add", "The organization has a new domain.", {
  realm_domain: DomainSchema,
});

export const domainChanged = kind("realm_domains", "change", "A domain of the organization changed.", {
  realm_domain: DomainSchema,
});

export const domainRemoved = kind("realm_domains", "remove", "A domain is no longer the organization's.", {
  domain: Type.String(),
});

export const newcomerSettingUpdated = kind(
  "realm_user_settings_defaults",
  "update",
  "New accounts will have another setting.",
  {
    property: Type.String(),
    value: Type.Union([Type.String(), Type.Boolean(), Type.Integer()]),
  },
);

export const organizationEvents = [
  realmUpdated,
  realmPropertiesUpdated,
  realmDeactivated,
  domainAdded,
  domainChanged,
  domainRemoved,
  newcomerSettingUpdated,
] as const satisfies readonly EventKind[];
