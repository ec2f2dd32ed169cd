import { type Static, Type } from "#platform/schema/type.ts";
import { isSafeUrl, kindRules, SHARED_FIELDS } from "./shared-settings.ts";

const words = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 50 });

/** A provider of OpenID Connect. An absent field has the meaning that stands at it. */
const OidcSettingsSchema = Type.Object(
  {
    ...SHARED_FIELDS,
    issuer: Type.String({ minLength: 1, maxLength: 500 }),
    client_id: Type.String({ minLength: 1, maxLength: 500 }),
    /** How the secret is sent: basic (the default), post, or none where there is no secret. */
    client_auth: Type.Optional(Type.Enum(["basic", "post", "none"])),
    /** How ID tokens are signed; RS256 by default. */
    signing_alg: Type.Optional(Type.Enum(["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "ES512", "EdDSA"])),
    /** What is asked for besides openid, profile and email. */
    scopes: Type.Optional(words),
    /** The tenants of Entra, where the issuer is for several. */
    tenants: Type.Optional(words),
  },
  { additionalProperties: false },
);

export type OidcSettings = Static<typeof OidcSettingsSchema>;

export const oidcKind = kindRules({
  method: "OpenID Connect",
  schema: OidcSettingsSchema,
  problem({ issuer }) {
    const url = URL.parse(issuer);
    if (isSafeUrl(url) && url.search === "" && url.hash === "") return undefined;
    return "The issuer must be an https URL without a query, such as https://login.example.com.";
  },
  place: ({ issuer }) => issuer,
  secret: {
    name: "client_secret",
    isNeeded: ({ client_auth: auth }) => auth !== "none",
    missing: {
      inFile: 'It needs a client_secret, or "client_auth": "none".',
      onPage: "Enter the provider's client secret, or choose that it has none.",
    },
    goesElsewhere: (before, wanted) => wanted.issuer !== before.issuer || before.client_auth === "none",
  },
});
