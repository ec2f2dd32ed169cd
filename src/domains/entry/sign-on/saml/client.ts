import type * as nodeSaml from "@node-saml/node-saml";
import { readCertificate } from "#config/sign-on/saml-settings.ts";
import type { ProviderOf } from "#domains/records/sign-on/providers.ts";
import { backchannelPath, callbackPath, metadataPath } from "../providers/present.ts";
import { askedFormat } from "./proof.ts";

/** Most organizations have no provider: the library is loaded when somebody first logs in by one. */
const samlLibrary = (): Promise<typeof nodeSaml> => import("@node-saml/node-saml");

/** What a provider is told and asked once. */
export interface SamlRequest {
  readonly id: string;
  /** UNIX milliseconds. */
  readonly now: number;
}

const MINUTE_MS = 60_000;

/** By which an organization is known to its providers. */
export const samlAddresses = (url: string, slug: string) => ({
  entityId: url + metadataPath(slug),
  callback: url + callbackPath("saml", slug),
  logout: url + backchannelPath("saml", slug),
});

/** The library for one exchange with a provider. It opens no connections. */
export async function samlFor(
  { slug, settings }: ProviderOf<"saml">,
  url: string,
  { id, now }: SamlRequest,
): Promise<nodeSaml.SAML> {
  const { SAML, ValidateInResponseTo } = await samlLibrary();
  const { entityId, callback } = samlAddresses(url, slug);
  const asked = new Date(now).toISOString();
  return new SAML({
    idpCert: settings.certificates.flatMap((text) => readCertificate(text)?.toString() ?? []),
    idpIssuer: settings.entity_id,
    issuer: entityId,
    audience: entityId,
    callbackUrl: callback,
    entryPoint: settings.sso_url,
    logoutUrl: settings.slo_url ?? settings.sso_url,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.always,
    // The attempt is in the database, and was taken out of it before an answer is looked at.
    cacheProvider: {
      saveAsync: async (_key, value) => ({ value, createdAt: now }),
      getAsync: async (key) => (key === id ? asked : null),
      removeAsync: async () => null,
    },
    generateUniqueId: () => id,
    acceptedClockSkewMs: MINUTE_MS,
    maxAssertionAgeMs: 5 * MINUTE_MS,
    identifierFormat: askedFormat(settings),
    disableRequestedAuthnContext: true,
  });
}
