import { problem } from "#platform/schema/check.ts";
import { type AnySettings, type KindAndSettings, type ProviderKind, rulesOf } from "./kinds.ts";
import { sharedProblem } from "./shared-settings.ts";

/**
 * A provider by which people log in: what the operator's file and the owners of an organization say of it, but for its
 * secret.
 */

/** Names are in addresses. */
const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;

/** Settings with the kind that they fit, or what is wrong with them as a sentence. */
export function settingsOfKind(kind: ProviderKind, settings: unknown): KindAndSettings | string {
  const rules = rulesOf(kind);
  const wrong = problem(rules.schema, settings, "settings");
  if (wrong !== undefined) return `${wrong}.`;
  const fitting = { kind, settings: settings as AnySettings } as KindAndSettings;
  return rules.problem(fitting.settings) ?? sharedProblem(fitting.settings) ?? fitting;
}

export const slugProblem = (slug: string): string | undefined =>
  SLUG.test(slug) ? undefined : "The name in addresses has lower-case letters, digits and hyphens: 40 at most.";

/** Whether a secret has to be there, and what is said where it is not. */
export function missingSecret({ kind, settings }: KindAndSettings): { inFile: string; onPage: string } | undefined {
  const { secret } = rulesOf(kind);
  return secret?.isNeeded(settings) === true ? secret.missing : undefined;
}

/** The stored secret is never sent to an address for which nobody has entered it. */
export const sendsSecretElsewhere = (before: KindAndSettings, wanted: KindAndSettings): boolean =>
  rulesOf(before.kind).secret?.goesElsewhere(before.settings, wanted.settings) === true;

/** Where a provider is, for lists and the audit log. */
export const providerPlace = ({ kind, settings }: KindAndSettings): string => rulesOf(kind).place(settings);

/** A provider of the operator's file. */
export type OperatorProvider = KindAndSettings & {
  readonly slug: string;
  readonly secret: string | undefined;
  /** The subdomains of the organizations that it is for; undefined for all. */
  readonly organizations: readonly string[] | undefined;
};
