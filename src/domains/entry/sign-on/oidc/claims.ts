import type { ProviderOf } from "#domains/records/sign-on/providers.ts";
import type { Proof } from "../proof/proof.ts";

export type Claims = Readonly<Record<string, unknown>>;

const ENTRA = "login.microsoftonline.com";

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** Entra gives a person another `sub` in every app, so that one who is made anew would be somebody else. */
export function subjectOf({ settings }: ProviderOf<"oidc">, { iss, sub, tid, oid }: Claims): string {
  const isEntra = URL.parse(settings.issuer)?.hostname === ENTRA;
  if (isEntra && textOf(tid) !== undefined && textOf(oid) !== undefined) return `entra ${String(tid)} ${String(oid)}`;
  return `${String(iss)} ${String(sub)}`;
}

/** Whether somebody is of a tenant that the provider is for. An issuer for several tenants needs a list of them. */
export function isOfTenant({ settings: { issuer, tenants } }: ProviderOf<"oidc">, { tid }: Claims): boolean {
  const isForSeveral = URL.parse(issuer)?.hostname === ENTRA && /\/(?:common|organizations|consumers)\//.test(issuer);
  if (tenants === undefined) return !isForSeveral;
  return textOf(tid) !== undefined && tenants.includes(String(tid));
}

/** The claims of a token that a provider must tell, besides the subject. */
export function neededClaims({ settings: { mappings = {} } }: ProviderOf<"oidc">): string[] {
  const { name, profile_fields: fields = {}, role, groups } = mappings;
  return ["email", name, ...Object.values(fields), role?.claim, groups?.claim].filter((claim) => claim !== undefined);
}

export function proofOf(provider: ProviderOf<"oidc">, claims: Claims): Proof {
  const given = [textOf(claims["given_name"]), textOf(claims["family_name"])].filter((part) => part !== undefined);
  const mapped = provider.settings.mappings?.name;
  return {
    provider,
    subject: subjectOf(provider, claims),
    email: textOf(claims["email"])?.trim(),
    // Neither "true" nor an absent claim says so.
    isVerified: claims["email_verified"] === true,
    name: (mapped && textOf(claims[mapped])) ?? textOf(claims["name"]) ?? given.join(" "),
    claims,
    providerSession: textOf(claims["sid"]),
    sessionEndsAt: undefined,
  };
}
