import { problem } from "#platform/schema/check.ts";
import { type Static, Type } from "#platform/schema/type.ts";

/**
 * A provider by which people log in: what the operator's file and the owners of an organization say of it, but for its
 * secret. An absent field has the meaning that stands at it.
 */

/** Names are in addresses. */
const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;

const claim = Type.String({ minLength: 1, maxLength: 200 });
const words = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 50 });

const MappingsSchema = Type.Object(
  {
    /** The claim with the full name, which every login brings up to date. */
    name: Type.Optional(claim),
    /** Names of profile fields with their claims. */
    profile_fields: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), claim)),
    /** The claim, and for its values the roles: owner, administrator, moderator, member, guest. */
    role: Type.Optional(
      Type.Object(
        {
          claim,
          values: Type.Record(
            Type.String({ maxLength: 200 }),
            Type.Enum(["owner", "administrator", "moderator", "member", "guest"]),
          ),
          /** Whether it may make people owners; by default not. */
          allow_owner: Type.Optional(Type.Boolean()),
        },
        { additionalProperties: false },
      ),
    ),
    /** The claim with a list, and for its values the names of groups. */
    groups: Type.Optional(
      Type.Object(
        { claim, map: Type.Record(Type.String({ maxLength: 200 }), Type.String({ minLength: 1, maxLength: 100 })) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

export const ProviderSettingsSchema = Type.Object(
  {
    display_name: Type.String({ minLength: 1, maxLength: 60 }),
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
    /** Whether its addresses are believed even where it does not say that it has verified them. */
    trust_email: Type.Optional(Type.Boolean()),
    /** Whether its people get accounts without an invitation. */
    auto_signup: Type.Optional(Type.Boolean()),
    /** After how many hours a session ends; 168 by default. */
    session_hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 8760 })),
    mappings: Type.Optional(MappingsSchema),
  },
  { additionalProperties: false },
);

export type ProviderSettings = Static<typeof ProviderSettingsSchema>;

export const PROVIDER_KINDS = ["oidc"] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

export const SESSION_HOURS = 168;

/** Of what a map may have no more entries. */
const MAX_MAPPED = 100;

/** What is wrong with settings, as a sentence; undefined if nothing is. */
export function settingsProblem(settings: unknown): string | undefined {
  const wrong = problem(ProviderSettingsSchema, settings, "settings");
  if (wrong !== undefined) return `${wrong}.`;
  const { issuer, mappings = {} } = settings as ProviderSettings;
  const url = URL.parse(issuer);
  const isHttp = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
  if (url === null || !isHttp || url.username !== "" || url.search !== "" || url.hash !== "") {
    return "The issuer must be an https URL without a query, such as https://login.example.com.";
  }
  const { profile_fields: fields = {}, role, groups } = mappings;
  for (const map of [fields, role?.values ?? {}, groups?.map ?? {}]) {
    if (Object.keys(map).length > MAX_MAPPED) return `A mapping has at most ${MAX_MAPPED} entries.`;
  }
  if (role?.allow_owner !== true && Object.values(role?.values ?? {}).includes("owner")) {
    return "A mapping of roles makes people owners only with allow_owner.";
  }
  return undefined;
}

export const slugProblem = (slug: string): string | undefined =>
  SLUG.test(slug) ? undefined : "The name in addresses has lower-case letters, digits and hyphens: 40 at most.";

/** On this machine nobody listens to what is sent without encryption. */
const isLoopback = (host: string): boolean => host === "localhost" || host === "127.0.0.1" || host === "[::1]";

/** A provider of the operator's file. */
export interface OperatorProvider {
  readonly kind: ProviderKind;
  readonly slug: string;
  readonly settings: ProviderSettings;
  readonly secret: string | undefined;
  /** The subdomains of the organizations that it is for; undefined for all. */
  readonly organizations: readonly string[] | undefined;
}
