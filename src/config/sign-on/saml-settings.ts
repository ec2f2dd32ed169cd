import { X509Certificate } from "node:crypto";
import { Type } from "#platform/schema/type.ts";
import { isSafeUrl, kindRules, SHARED_FIELDS } from "./shared-settings.ts";

const url = Type.String({ minLength: 1, maxLength: 1000 });
const attribute = Type.String({ minLength: 1, maxLength: 200 });

/** A provider of SAML 2.0. An absent field has the meaning that stands at it. */
const SamlSettingsSchema = Type.Object(
  {
    ...SHARED_FIELDS,
    /** What the provider calls itself in all that it signs. */
    entity_id: Type.String({ minLength: 1, maxLength: 1000 }),
    /** Where people are sent to log in. */
    sso_url: url,
    /** Where the provider is told that somebody is logged out, if it takes part in that. */
    slo_url: Type.Optional(url),
    /** By which of these it signs: several while it changes them. As PEM, or as the base64 text within. */
    certificates: Type.Array(Type.String({ minLength: 1, maxLength: 10_000 }), { minItems: 1, maxItems: 5 }),
    /** The attribute by which it knows a person for good; by default the persistent NameID. */
    subject_attribute: Type.Optional(attribute),
    /** The attribute with the address; by default one of the usual names. */
    email_attribute: Type.Optional(attribute),
  },
  { additionalProperties: false },
);

const LEAST_BITS = 2048;

/** A certificate as it is written; undefined for what is none. */
export function readCertificate(text: string): X509Certificate | undefined {
  const inner = text.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, "");
  if (!/^[A-Za-z0-9+/=\s]+$/.test(inner)) return undefined;
  try {
    return new X509Certificate(Buffer.from(inner, "base64"));
  } catch {
    return undefined;
  }
}

export const samlKind = kindRules({
  method: "SAML",
  schema: SamlSettingsSchema,
  problem({ sso_url: sso, slo_url: slo, certificates }) {
    for (const address of [sso, ...(slo === undefined ? [] : [slo])]) {
      if (!isSafeUrl(URL.parse(address))) return "The provider's addresses must be https URLs.";
    }
    for (const text of certificates) {
      const key = readCertificate(text)?.publicKey;
      if (key === undefined) return "A certificate cannot be read: enter all of what the provider shows.";
      if (key.asymmetricKeyType !== "rsa" || (key.asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_BITS)
        return `A certificate must have an RSA key of ${LEAST_BITS} bits at least.`;
    }
    return undefined;
  },
  place: ({ entity_id: id }) => id,
  // What it says is signed; what it is asked needs no secret.
  secret: undefined,
});
