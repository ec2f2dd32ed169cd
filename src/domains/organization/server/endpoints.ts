import { Type } from "#platform/schema/type.ts";
import { methodOf } from "#config/sign-on/kinds.ts";
import { isIncompatibleClient } from "#api/parameters/client-name.ts";
import { endpoint } from "#api/endpoint.ts";
import { renderMarkdown } from "#markup/render.ts";
import { pictureUrl } from "#domains/records/organization/icon.ts";
import { allowsWebPublic, realmProperty } from "#domains/records/organization/properties.ts";
import { isMethodOn } from "#domains/records/sign-on/methods.ts";
import { externalMethods, hasDirectory, openProviders } from "#domains/records/sign-on/providers.ts";
import { versionFields, VersionSchema } from "#domains/records/organization/version.ts";

const METHODS = [
  "dev",
  "ldap",
  "remoteuser",
  "github",
  "azuread",
  "gitlab",
  "apple",
  "google",
  "saml",
  "openid connect",
];

export const getServerSettings = endpoint({
  id: "get-server-settings",
  method: "GET",
  path: "/server_settings",
  summary: "What a client needs to know before it logs in.",
  auth: "none",
  scope: "none",
  withoutRealm: "BAD_REQUEST",
  params: {},
  result: {
    authentication_methods: Type.Object(
      Object.fromEntries(["password", "email", ...METHODS].map((name) => [name, Type.Boolean()])),
    ),
    external_authentication_methods: Type.Array(
      Type.Object({
        name: Type.String(),
        display_name: Type.String(),
        display_icon: Type.Union([Type.String(), Type.Null()]),
        login_url: Type.String(),
        signup_url: Type.String(),
      }),
    ),
    ...VersionSchema,
    push_notifications_enabled: Type.Boolean(),
    is_incompatible: Type.Boolean(),
    email_auth_enabled: Type.Boolean(),
    require_email_format_usernames: Type.Boolean(),
    realm_uri: Type.String(),
    realm_url: Type.String(),
    realm_name: Type.String(),
    realm_icon: Type.String(),
    realm_description: Type.String(),
    realm_web_public_access_enabled: Type.Boolean(),
    realm_invite_required: Type.Boolean(),
    server_sends_mail: Type.Boolean(),
  },
  errors: ["BAD_REQUEST"],
  run: ({ site, realm, client, url }) => ({
    authentication_methods: {
      ...Object.fromEntries(METHODS.map((name) => [name, false])),
      password: isMethodOn(realm.model, "Email") || hasDirectory(site.config, realm.model),
      email: isMethodOn(realm.model, "Email"),
      dev: site.config.development,
      ...Object.fromEntries(
        openProviders(site.config, realm.model).map(({ kind }) => [methodOf(kind).toLowerCase(), true]),
      ),
    },
    external_authentication_methods: externalMethods(site.config, realm.model),
    ...versionFields,
    push_notifications_enabled: false,
    is_incompatible: isIncompatibleClient(client),
    email_auth_enabled: isMethodOn(realm.model, "Email"),
    require_email_format_usernames: !hasDirectory(site.config, realm.model),
    realm_uri: url(),
    realm_url: url(),
    realm_name: realm.model.realm.name,
    realm_icon: pictureUrl(realm.model, "icon"),
    realm_description: renderMarkdown(realmProperty(realm.model, "description")),
    realm_web_public_access_enabled: allowsWebPublic(realm.model, site.config.webPublicChannels),
    realm_invite_required: realmProperty(realm.model, "invite_required"),
    server_sends_mail: site.config.smtpUrl !== undefined,
  }),
});

export const realmEndpoints = [getServerSettings] as const;
