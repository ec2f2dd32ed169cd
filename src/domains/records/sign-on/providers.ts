import type { Config } from "#config/config.ts";
import { type KindAndSettings, methodOf, type ProviderKind } from "#config/sign-on/kinds.ts";
import type { OperatorProvider } from "#config/sign-on/provider.ts";
import type { Model } from "#engine/model/model.ts";
import { isMethodOn } from "./methods.ts";

/** A way to log in: of the operator's file, or added by an owner. */
export type Provider = ProviderOf<ProviderKind>;

export type ProviderOf<Kind extends ProviderKind> = KindAndSettings<Kind> & {
  /** What identities and sessions name it by. */
  readonly key: string;
  readonly slug: string;
  /** The ID of one that an owner has added. */
  readonly id: number | undefined;
};

type Configured = Pick<Config, "signOn">;

export const operatorKey = (slug: string): string => `file:${slug}`;

/** Without the secret, and without what else is for the operator alone. */
export function providerOfFile(entry: OperatorProvider): Provider {
  const { secret: _, organizations: __, ...provider } = entry;
  return { ...provider, key: operatorKey(provider.slug), id: undefined };
}

/** All providers of an organization, the operator's first. */
export function allProviders({ signOn }: Configured, model: Model): Provider[] {
  const here = signOn.filter(({ organizations }) => organizations?.includes(model.realm.subdomain) !== false);
  return [
    ...here.map(providerOfFile),
    ...model.providers.map((provider) => ({ ...provider, key: String(provider.id) })),
  ];
}

/** Those by which people may log in. */
export const openProviders = (config: Configured, model: Model): Provider[] =>
  allProviders(config, model).filter(({ kind }) => isMethodOn(model, methodOf(kind)));

export const providerAt = <Kind extends ProviderKind>(
  config: Configured,
  model: Model,
  kind: Kind,
  slug: string,
): ProviderOf<Kind> | undefined =>
  openProviders(config, model).find(
    (provider): provider is Provider & ProviderOf<Kind> => provider.kind === kind && provider.slug === slug,
  );

export const LOGIN_PATH = "/accounts/login/social";
export const SIGNUP_PATH = "/accounts/register/social";
export const BROWSER_LOGIN_PATH = "/accounts/login/browser";

export const providerName = ({ kind, slug }: Pick<Provider, "kind" | "slug">): string => `${kind}:${slug}`;

const withoutDirectories = (providers: readonly Provider[]) => providers.filter(({ kind }) => kind !== "ldap");

/** Whether passwords are looked up in a directory. */
export const hasDirectory = (config: Configured, model: Model): boolean =>
  openProviders(config, model).some(({ kind }) => kind === "ldap");

/** What clients offer besides a password. The last way is for apps: a page with all that people can log in by. */
export const externalMethods = (config: Configured, model: Model) => [
  // Directories are no other way: their passwords are entered where all are.
  ...withoutDirectories(openProviders(config, model)).map(({ kind, slug, settings }) => ({
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
