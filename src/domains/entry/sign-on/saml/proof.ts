import type { ProviderOf } from "#domains/records/sign-on/providers.ts";
import type { Proof } from "../proof/proof.ts";
import type { SaidBySaml } from "./assertion.ts";

const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
const EMAIL = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

/** By which names providers tell addresses and names, unless settings say another. */
const EMAILS = [
  "email",
  "mail",
  "emailAddress",
  "urn:oid:0.9.2342.19200300.100.1.3",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
];
const NAMES = [
  "displayName",
  "urn:oid:2.16.840.1.113730.3.1.241",
  "http://schemas.microsoft.com/identity/claims/displayname",
  "cn",
  "urn:oid:2.5.4.3",
];
const GIVEN_NAMES = [
  "givenName",
  "firstName",
  "urn:oid:2.5.4.42",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname",
];
const SURNAMES = [
  "sn",
  "surname",
  "lastName",
  "urn:oid:2.5.4.4",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname",
];

/** What is asked for: a name of a person that stays, unless an attribute is that. */
export const askedFormat = ({ subject_attribute: attribute }: ProviderOf<"saml">["settings"]): string | null =>
  attribute === undefined ? PERSISTENT : null;

/** Who somebody is at a provider. An address is given to others one day, and a transient name is new each time. */
function subjectOf({ settings }: ProviderOf<"saml">, { nameId, attributes }: SaidBySaml): string {
  const { entity_id: issuer, subject_attribute: attribute } = settings;
  if (attribute !== undefined) {
    const values = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined;
    if (values?.length !== 1) throw new Error(`there is not one value of the attribute ${attribute}`);
    return `${issuer} ${attribute} ${values[0]}`;
  }
  if (nameId.format !== PERSISTENT)
    throw new Error(`the NameID is not persistent (${nameId.format}), and there is no subject_attribute`);
  return subjectByName(settings, nameId.value);
}

export const subjectByName = ({ entity_id: issuer }: ProviderOf<"saml">["settings"], nameId: string): string =>
  `${issuer} ${nameId}`;

/** A provider's own name for a session is of use only together with whose it is. */
export const sessionName = (nameId: string, index: string): string => JSON.stringify([nameId, index]);

/** With what the names of all sessions of somebody begin. */
export const sessionNamesOf = (nameId: string): string => `${JSON.stringify([nameId]).slice(0, -1)},`;

export function samlProof(provider: ProviderOf<"saml">, said: SaidBySaml): Proof {
  const { settings } = provider;
  const { nameId, attributes, sessionIndex } = said;
  const first = (names: readonly string[]): string =>
    names.flatMap((name) => (Object.hasOwn(attributes, name) ? (attributes[name] ?? []) : []))[0]?.trim() ?? "";
  const byName = nameId.format === EMAIL ? nameId.value.trim() : "";
  const email = settings.email_attribute === undefined ? first(EMAILS) || byName : first([settings.email_attribute]);
  const { name } = settings.mappings ?? {};
  return {
    provider,
    subject: subjectOf(provider, said),
    email: email === "" ? undefined : email,
    // SAML has no word for it.
    isVerified: false,
    name:
      (name === undefined ? "" : first([name])) || first(NAMES) || `${first(GIVEN_NAMES)} ${first(SURNAMES)}`.trim(),
    claims: attributes,
    providerSession: sessionName(nameId.value, sessionIndex),
    sessionEndsAt: said.sessionEndsAt,
  };
}
