import { orNull, type Static, Type } from "#platform/schema/type.ts";
import { AnySettingsSchema, PROVIDER_KINDS, type ProviderKind } from "#config/sign-on/kinds.ts";
import { LOGIN_PATH } from "#domains/records/sign-on/providers.ts";
import type { ShownProvider } from "./access.ts";

export const ProviderSchema = Type.Object({
  /** Null for those of the operator's file. */
  id: Type.Union([Type.Integer(), Type.Null()]),
  kind: Type.Enum([...PROVIDER_KINDS]),
  slug: Type.String(),
  settings: AnySettingsSchema,
  has_credentials: Type.Boolean(),
  /** What has to be entered at the provider: null where its kind has nothing of the sort. */
  redirect_url: orNull(Type.String()),
  logout_url: orNull(Type.String()),
  metadata_url: orNull(Type.String()),
  login_url: Type.String(),
});

export const callbackPath = (kind: string, slug: string): string => `/complete/${kind}/${slug}`;
/** What a provider of SAML reads of this side, and calls it. */
export const metadataPath = (slug: string): string => `/saml/${slug}/metadata.xml`;
export const backchannelPath = (kind: string, slug: string): string => `/sso/${kind}/${slug}/logout`;

type Addresses = Readonly<Record<"redirect_url" | "logout_url" | "metadata_url", string | null>>;

const bothPaths = (kind: ProviderKind, slug: string) => ({
  redirect_url: callbackPath(kind, slug),
  logout_url: backchannelPath(kind, slug),
});

const PATHS: { readonly [Kind in ProviderKind]: (slug: string) => Addresses } = {
  oidc: (slug) => ({ ...bothPaths("oidc", slug), metadata_url: null }),
  saml: (slug) => ({ ...bothPaths("saml", slug), metadata_url: metadataPath(slug) }),
  ldap: () => ({ redirect_url: null, logout_url: null, metadata_url: null }),
};

const at = (url: string, path: string | null) => (path === null ? null : url + path);

export const presentProvider = (
  { provider: { id, kind, slug, settings }, hasSecret }: ShownProvider,
  url: string,
): Static<typeof ProviderSchema> => ({
  id: id ?? null,
  kind,
  slug,
  settings,
  has_credentials: hasSecret,
  redirect_url: at(url, PATHS[kind](slug).redirect_url),
  logout_url: at(url, PATHS[kind](slug).logout_url),
  metadata_url: at(url, PATHS[kind](slug).metadata_url),
  // Passwords of a directory are entered where all passwords are.
  login_url: kind === "ldap" ? `${url}/login` : `${url}${LOGIN_PATH}/${kind}/${slug}`,
});
