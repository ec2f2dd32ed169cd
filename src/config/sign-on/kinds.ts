import { type Static, type TObject, Type } from "#platform/schema/type.ts";
import { ldapKind } from "./ldap-settings.ts";
import { oidcKind } from "./oidc-settings.ts";
import { samlKind } from "./saml-settings.ts";
import { type KindRules, SHARED_FIELDS, type SharedSettings } from "./shared-settings.ts";

/** The kinds of providers by which people log in. Another one is a file beside this, and an entry here. */
const KINDS = { oidc: oidcKind, saml: samlKind, ldap: ldapKind } as const;

export type ProviderKind = keyof typeof KINDS;
export const PROVIDER_KINDS = Object.keys(KINDS) as readonly ProviderKind[];

/** Those that only the operator may name: they are on private networks, and are trusted with passwords. */
type OperatorKind = "ldap";
export type OwnerKind = Exclude<ProviderKind, OperatorKind>;
export const OWNER_KINDS = PROVIDER_KINDS.filter((kind): kind is OwnerKind => kind !== "ldap");

type SettingsByKind = { readonly [Kind in ProviderKind]: Static<(typeof KINDS)[Kind]["schema"]> };

/** A kind with settings that fit it: to look at the kind tells which those are. */
export type KindAndSettings<Kind extends ProviderKind = ProviderKind> = {
  [Each in Kind]: { readonly kind: Each; readonly settings: SettingsByKind[Each] };
}[Kind];

export type ProviderSettings = SettingsByKind[ProviderKind];

type FieldOf<Settings, Name> = Settings extends unknown
  ? Name extends keyof Settings
    ? Settings[Name]
    : never
  : never;
type FieldName = { [Kind in OwnerKind]: keyof SettingsByKind[Kind] }[OwnerKind];

/** Settings of any kind that owners may see, as requests and answers have them: a field of one name is the same in all kinds. */
export type AnySettings = SharedSettings & {
  readonly [Name in Exclude<FieldName, keyof SharedSettings>]?: FieldOf<ProviderSettings, Name>;
};

/** What is in all kinds is as it is there; the rest may be absent. */
const optional = (fields: TObject["properties"]) => Type.Partial(Type.Object(fields)).properties;
const fieldsOfAll = Object.assign(
  {},
  ...OWNER_KINDS.map((kind) => optional(KINDS[kind].schema.properties)),
  SHARED_FIELDS,
);
export const AnySettingsSchema = Type.Unsafe<AnySettings>(Type.Object(fieldsOfAll, { additionalProperties: false }));

export type ProviderMethod = (typeof KINDS)[ProviderKind]["method"];
export const methodOf = (kind: ProviderKind): ProviderMethod => KINDS[kind].method;
export const PROVIDER_METHODS: readonly ProviderMethod[] = PROVIDER_KINDS.map(methodOf);

/** The rules of a kind, for settings of which has been checked that they fit it. */
export const rulesOf = (kind: ProviderKind): KindRules<ProviderMethod, TObject, SharedSettings> =>
  KINDS[kind] as unknown as KindRules<ProviderMethod, TObject, SharedSettings>;
