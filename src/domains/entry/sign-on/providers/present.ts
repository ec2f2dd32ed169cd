import { type Static, Type } from "#platform/schema/type.ts";
import { ProviderSettingsSchema } from "#config/sign-on/provider.ts";
import { LOGIN_PATH } from "#domains/records/sign-on/providers.ts";
import type { ShownProvider } from "./access.ts";

export const ProviderSchema = Type.Object({
  /** Null for those of the operator's file. */
  id: Type.Union([Type.Integer(), Type.Null()]),
  kind: Type.String(),
  slug: Type.String(),
  settings: ProviderSettingsSchema,
  has_credentials: Type.Boolean(),
  /** What has to be entered at the provider. */
  redirect_url: Type.String(),
  logout_url: Type.String(),
  login_url: Type.String(),
});

export const callbackPath = (kind: string, slug: string): string => `/complete/${kind}/${slug}`;
export const backchannelPath = (kind: string, slug: string): string => `/sso/${kind}/${slug}/logout`;

export const presentProvider = (
  { provider: { id, kind, slug, settings }, hasSecret }: ShownProvider,
  url: string,
): Static<typeof ProviderSchema> => ({
  id: id ?? null,
  kind,
  slug,
  settings,
  has_credentials: hasSecret,
  redirect_url: url + callbackPath(kind, slug),
  logout_url: url + backchannelPath(kind, slug),
  login_url: `${url}${LOGIN_PATH}/${kind}/${slug}`,
});
