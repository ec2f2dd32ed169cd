import { generateKeyPairSync, type KeyObject, randomBytes, sign as signBytes } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { SignedXml } from "xml-crypto";
import { raw, type RawAnswer } from "../../../../../test/harness/raw.ts";
import type { TestServer } from "../../../../../test/harness/server.ts";
import { begin, type Begun } from "../test-support.ts";

export const IDP = "https://idp.elsinore.example/metadata";
export const LOGIN = "/accounts/login/social/saml/corp";

const tlv = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const oid = (hex: string) => tlv(6, Buffer.from(hex, "hex"));
const utcTime = (date: Date) => tlv(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replace(/[-:T]/g, "")}Z`));

export const HOUR_MS = 3_600_000;

/** A key with a certificate that it has signed itself, valid from and to so many hours from now. */
export function signingKey(from = -1, to = 24, bits = 2048): { readonly key: KeyObject; readonly certificate: string } {
  const { privateKey: key, publicKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  const algorithm = tlv(0x30, oid("2a864886f70d01010b"), tlv(5));
  const name = tlv(0x30, tlv(0x31, tlv(0x30, oid("550403"), tlv(12, Buffer.from("provider of the tests")))));
  const at = (hours: number) => utcTime(new Date(Date.now() + hours * HOUR_MS));
  const validity = tlv(0x30, at(from), at(to));
  const spki = publicKey.export({ type: "spki", format: "der" });
  const head = [tlv(0xa0, tlv(2, Buffer.from([2]))), tlv(2, Buffer.from([1])), algorithm];
  const content = tlv(0x30, ...head, name, validity, name, spki);
  const signature = signBytes("sha256", content, key);
  const der = tlv(0x30, content, algorithm, tlv(3, Buffer.from([0]), signature));
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return { key, certificate: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----` };
}

/** A provider for the operator's file. */
export const samlBy = (certificate: string, settings: object = {}, slug = "corp") => ({
  kind: "saml",
  slug,
  display_name: "Corp",
  entity_id: IDP,
  sso_url: "https://idp.elsinore.example/sso",
  slo_url: "https://idp.elsinore.example/slo",
  certificates: [certificate],
  trust_email: true,
  ...settings,
});

/** What a response says; what is left out is right. */
export interface ForgedSaml {
  readonly nameId?: string;
  readonly format?: string;
  readonly attributes?: Readonly<Record<string, string | readonly string[]>>;
  readonly issuer?: string;
  readonly audience?: string;
  readonly recipient?: string;
  readonly destination?: string;
  readonly inResponseTo?: string;
  /** Seconds from now. */
  readonly from?: number;
  readonly to?: number;
  readonly sessionEnds?: number;
  readonly sessionIndex?: string;
  readonly id?: string;
}

const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
const after = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const newId = () => `_${randomBytes(10).toString("hex")}`;

/** What a request asks, which a browser brings to a provider. */
export function askedOf({ asked }: Pick<Begun, "asked">) {
  const xml = inflateRawSync(Buffer.from(asked.searchParams.get("SAMLRequest") ?? "", "base64")).toString();
  const attributes = new Map(
    [...xml.matchAll(/ (\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]).reverse() as [string, string][],
  );
  const attribute = (name: string) => attributes.get(name) ?? "";
  return {
    xml,
    id: attribute("ID"),
    callback: attribute("AssertionConsumerServiceURL"),
    audience: /Issuer[^>]*>([^<]*)</.exec(xml)?.[1] ?? "",
    state: asked.searchParams.get("RelayState") ?? "",
  };
}

/** A login that has begun, by what a request for it asks. */
export function begunWith({ id, url, slug, state }: Readonly<Record<"id" | "url" | "slug" | "state", string>>) {
  const xml = `<A ID="${id}" AssertionConsumerServiceURL="${url}/complete/saml/${slug}"><Issuer>${url}/saml/${slug}/metadata.xml</Issuer></A>`;
  const asked = new URL(`${IDP}?RelayState=${state}`);
  asked.searchParams.set("SAMLRequest", deflateRawSync(xml).toString("base64"));
  return { asked };
}

/** An assertion that is not signed yet. */
export function assertionXml(begun: Pick<Begun, "asked">, forged: ForgedSaml = {}): string {
  const asked = askedOf(begun);
  const { from = -30, to = 120, sessionEnds, attributes = {} } = forged;
  const told = Object.entries(attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}">${[value]
        .flat()
        .map((text) => `<saml:AttributeValue>${text}</saml:AttributeValue>`)
        .join("")}</saml:Attribute>`,
  );
  const ends = sessionEnds === undefined ? "" : ` SessionNotOnOrAfter="${after(sessionEnds)}"`;
  return [
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${forged.id ?? newId()}" Version="2.0" IssueInstant="${after(from)}">`,
    `<saml:Issuer>${forged.issuer ?? IDP}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${forged.format ?? PERSISTENT}">${forged.nameId ?? "s-1"}</saml:NameID>`,
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
    `<saml:SubjectConfirmationData NotOnOrAfter="${after(to)}" Recipient="${forged.recipient ?? asked.callback}" InResponseTo="${forged.inResponseTo ?? asked.id}"/>`,
    "</saml:SubjectConfirmation></saml:Subject>",
    `<saml:Conditions NotBefore="${after(from)}" NotOnOrAfter="${after(to)}"><saml:AudienceRestriction>`,
    `<saml:Audience>${forged.audience ?? asked.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${after(from)}" SessionIndex="${forged.sessionIndex ?? "1"}"${ends}><saml:AuthnContext>`,
    "<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>",
    "</saml:AuthnContext></saml:AuthnStatement>",
    `<saml:AttributeStatement>${told.join("")}</saml:AttributeStatement></saml:Assertion>`,
  ].join("");
}

/** A response around whatever is in it. */
export function responseXml(begun: Pick<Begun, "asked">, content: string, forged: ForgedSaml = {}): string {
  const asked = askedOf(begun);
  return [
    '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"',
    ` ID="${newId()}" Version="2.0" IssueInstant="${after(0)}" Destination="${forged.destination ?? asked.callback}"`,
    ` InResponseTo="${forged.inResponseTo ?? asked.id}"><saml:Issuer>${forged.issuer ?? IDP}</saml:Issuer>`,
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>',
    `${content}</samlp:Response>`,
  ].join("");
}

export const RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
const DIGEST = "http://www.w3.org/2001/04/xmlenc#sha256";
const TRANSFORMS = ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", "http://www.w3.org/2001/10/xml-exc-c14n#"];

/** Signs an assertion, or a response, as providers do. */
export function signed(
  xml: string,
  key: KeyObject,
  { algorithm = RSA_SHA256, digest = DIGEST, of = "Assertion" } = {},
): string {
  const signer = new SignedXml({
    privateKey: key.export({ type: "pkcs8", format: "pem" }),
    signatureAlgorithm: algorithm,
    canonicalizationAlgorithm: "http://www.w3.org/2001/10/xml-exc-c14n#",
  });
  const element = `/*[local-name(.)='${of}']`;
  signer.addReference({ xpath: element, transforms: TRANSFORMS, digestAlgorithm: digest });
  signer.computeSignature(xml, { location: { reference: `${element}/*[local-name(.)='Issuer']`, action: "after" } });
  return signer.getSignedXml();
}

/** A good response, but for what is forged in what is said. */
export const goodResponse = (begun: Pick<Begun, "asked">, key: KeyObject, forged: ForgedSaml = {}): string =>
  responseXml(begun, signed(assertionXml(begun, forged), key), forged);

/** Brings a response as the provider's form does: without cookies. */
export const bring = (
  server: Pick<TestServer, "url">,
  begun: Pick<Begun, "asked">,
  xml: string,
  state = askedOf(begun).state,
): Promise<RawAnswer> =>
  raw(`${server.url}${new URL(askedOf(begun).callback).pathname}`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: "https://idp.elsinore.example", "sec-fetch-site": "cross-site" },
    body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString("base64"), RelayState: state }),
  });

/** Goes on to where an answer leads, in the browser that has begun. */
export const goOn = (
  server: Pick<TestServer, "url">,
  { cookie }: Pick<Begun, "cookie">,
  answer: RawAnswer,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> =>
  raw(`${server.url}${answer.headers.get("location") ?? "/nowhere"}`, {
    headers: { ...headers, cookie },
    redirect: "manual",
  });

/** A whole login; the last answer. */
export async function samlSignOn(
  server: Pick<TestServer, "url">,
  make: (begun: Begun) => string,
  path: string = LOGIN,
): Promise<RawAnswer> {
  const begun = await begin(server, path);
  const answer = await bring(server, begun, make(begun));
  return answer.status === 303 ? goOn(server, begun, answer) : answer;
}

export interface LogoutAsked {
  readonly nameId: string;
  readonly sessionIndex?: string | undefined;
  readonly issuer?: string;
  readonly destination?: string;
  /** Seconds ago. */
  readonly age?: number;
  readonly id?: string;
  readonly algorithm?: string;
  readonly isUnsigned?: boolean;
}

/** The address by which a provider logs somebody out. */
export function logoutUrl(address: string, key: KeyObject, asked: LogoutAsked): string {
  const { nameId, sessionIndex, algorithm = RSA_SHA256 } = asked;
  const xml = [
    '<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"',
    ` ID="${asked.id ?? newId()}" Version="2.0" IssueInstant="${after(-(asked.age ?? 0))}" Destination="${asked.destination ?? address}">`,
    `<saml:Issuer>${asked.issuer ?? IDP}</saml:Issuer><saml:NameID Format="${PERSISTENT}">${nameId}</saml:NameID>`,
    sessionIndex === undefined ? "" : `<samlp:SessionIndex>${sessionIndex}</samlp:SessionIndex>`,
    "</samlp:LogoutRequest>",
  ].join("");
  const part = (name: string, value: string) => `${name}=${encodeURIComponent(value)}`;
  const unsigned = [
    part("SAMLRequest", deflateRawSync(xml).toString("base64")),
    part("RelayState", "of the provider"),
  ].join("&");
  if (asked.isUnsigned === true) return `${address}?${unsigned}`;
  const query = `${unsigned}&${part("SigAlg", algorithm)}`;
  const hash = algorithm.includes("sha1") ? "sha1" : "sha256";
  return `${address}?${query}&${part("Signature", signBytes(hash, Buffer.from(query), key).toString("base64"))}`;
}
