import type { Config } from "#config/config.ts";
import type { ProviderKind, ProviderSettings } from "#config/sign-on/provider.ts";
import type { Model } from "#engine/model/model.ts";
import { isMethodOn } from "./methods.ts";

/** A way to log in: of the operator's file, or added by an owner. */
export interface Provider {
  /** What identities and sessions name it by. */
  readonly key: string;
  readonly kind: ProviderKind;
  readonly slug: string;
  readonly settings: ProviderSettings;
  /** The ID of one that an owner has added. */
  readonly id: number | undefined;
}

type Configured = Pick<Config, "signOn">;

export const operatorKey = (slug: string): string => `file:${slug}`;

/** All providers of an organization, the operator's first. */
export function allProviders({ signOn }: Configured, model: Model): Provider[] {
  const here = signOn.filter(({ organizations }) => organizations?.includes(model.realm.subdomain) !== false);
  return [
    ...here.map(({ kind, slug, settings }) => ({ key: operatorKey(slug), kind, slug, settings, id: undefined })),
    ...model.providers.map(({ id, kind, slug, settings }) => ({ key: String(id), kind, slug, settings, id })),
  ];
}

const METHOD_OF = { oidc: "OpenID Connect" } as const satisfies Record<ProviderKind, string>;

/** Those by which people may log in. */
export const openProviders = (config: Configured, model: Model): Provider[] =>
  allProviders(config, model).filter(({ kind }) => isMethodOn(model, METHOD_OF[kind]));

export const providerAt = (config: Configured, model: Model, kind: string, slug: string): Provider | undefined =>
  openProviders(config, model).find((provider) => provider.kind === kind && provider.slug === slug);

export const LOGIN_PATH = "/accounts/login/social";
export const SIGNUP_PATH = "/accounts/register/social";
export const BROWSER_LOGIN_PATH = "/accounts/login/browser";

export const providerName = ({ kind, slug }: Pick<Provider, "kind" | "slug">): string => `${kind}:${slug}`;

/** What clients offer besides a password. The last way is for apps: a page with all that people can log in by. */
export const externalMethods = (config: Configured, model: Model) => [
  ...openProviders(config, model).map(({ kind, slug, settings }) => ({
    name: providerName({ kind, slug }),
    display_name: settings.display_name,
    display_icon: null,
    login_url: `${LOGIN_PATH}/${kind}/${slug}`,
    signup_url: `${SIGNUP_PATH}/${kind}/${slug}`,
  })),
  {
    name: "browser",
    display_name: "Log in with a browser",
    display_icon: null,
    login_url: BROWSER_LOGIN_PATH,
    signup_url: "/register/",
  },
];
