import type { ProviderKind } from "#config/sign-on/kinds.ts";
import { openProviders, type Provider, type ProviderOf } from "#domains/records/sign-on/providers.ts";
import { noSuchWay } from "../proof/refusal.ts";
import type { SignOnVisit } from "./sign-on-page.ts";

/** The provider that the path names, or a key. */
export function openProvider<Kind extends ProviderKind>(
  { site, realm, inPath }: SignOnVisit,
  kind: Kind,
  key?: string,
): ProviderOf<Kind> {
  const slug = inPath["slug"] ?? "";
  const provider = openProviders(site.config, realm.model).find(
    (other): other is Provider & ProviderOf<Kind> =>
      other.kind === kind && (key === undefined ? other.slug === slug : other.key === key),
  );
  if (provider === undefined) throw noSuchWay();
  return provider;
}

/** What has failed, and why, for the log. */
export function chainOf(error: unknown): string {
  const words: string[] = [];
  for (let cause = error; cause instanceof Error && words.length < 5; cause = cause.cause) words.push(cause.message);
  return words.join(": ").slice(0, 1000);
}
