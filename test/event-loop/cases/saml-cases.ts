import { generateKeyPairSync } from "node:crypto";
import { assertionXml, begunWith, responseXml, signed } from "#domains/entry/sign-on/saml/test-support.ts";
import { FORM, type HeavyCase } from "./heavy-case.ts";

/** A login at a provider of SAML that has begun: its state, and the ID of its request. */
export interface BegunSaml {
  readonly state: string;
  readonly id: string;
}

/** The provider of the server that is watched. */
export const SLUG = "castle";

export interface SamlTarget {
  readonly url: string;
  readonly begin: () => BegunSaml;
}

const MAX_LENGTH = 256 * 1024;
/** What a message may have, less what the one around has. */
const [MAX_ELEMENTS, MAX_DEPTH, MAX_ATTRIBUTES, MAX_ALL_ATTRIBUTES] = [760, 12, 20, 920];

const attributes = (name: (at: number) => string) =>
  Array.from({ length: MAX_ATTRIBUTES }, (_, at) => ` ${name(at)}="urn:a"`).join("");
const times = (count: number, text: string) => text.repeat(Math.max(0, Math.floor(count)));
const nested = (open: string, within: string) =>
  times(MAX_DEPTH, `<${open}>`) + within + times(MAX_DEPTH, `</${open.split(" ")[0]}>`);

/** As many as there may be of both. */
function withAttributes(name: (at: number) => string): string {
  const count = MAX_ALL_ATTRIBUTES / MAX_ATTRIBUTES;
  return times(count, `<a${attributes(name)}/>`) + times(MAX_ELEMENTS - count, "<a/>");
}

/** What a response may be filled with, for so many characters. */
const FILLINGS: Readonly<Record<string, (room: number) => string>> = {
  "a long text": (room) => times(room, "a"),
  entities: (room) => times(room / 5, "&amp;"),
  "line ends": (room) => times(room / 2, "\r\n"),
  "many elements": () => times(MAX_ELEMENTS, "<a/>"),
  "elements with texts": (room) => times(MAX_ELEMENTS, `<a>${times(room / MAX_ELEMENTS - 8, "b")}</a>`),
  "elements with IDs": () => Array.from({ length: MAX_ELEMENTS }, (_, at) => `<a ID="i${at}"/>`).join(""),
  "elements with an attribute": () => Array.from({ length: MAX_ELEMENTS }, (_, at) => `<a a${at}="b"/>`).join(""),
  "elements with many attributes": () => withAttributes((at) => `a${at}`),
  "elements with many namespaces": () => withAttributes((at) => `xmlns:a${at}`),
  "nested namespaces": () =>
    nested(
      `a${attributes((at) => `xmlns:a${at}`)}`,
      times(MAX_ALL_ATTRIBUTES - MAX_DEPTH * MAX_ATTRIBUTES, "<a17:a a1:b=''/>"),
    ),
  "a long attribute": (room) => `<a b="${times(room - 10, "c")}"/>`,
  "a long attribute of entities": (room) => `<a b="${times((room - 10) / 6, "&quot;")}"/>`,
  "a long name": (room) => `<${times(room - 4, "a")}/>`,
  "a long prefix": (room) => `<${times(room / 2 - 20, "a")}:a xmlns:${times(room / 2 - 20, "a")}=""/>`,
  spaces: (room) => `<a${times(room - 4, " ")}/>`,
  "spaces and no end": (room) => `<a${times(room - 2, " ")}`,
  "many openings": (room) => times(room, "<"),
  "attributes without an end": (room) => `<a${times(room / 4, " b='")}`,
  "many signatures": (room) =>
    times(Math.min(200, room / 100), '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo/></Signature>'),
  prefixes: (room) =>
    `<a xmlns="http://www.w3.org/2001/10/xml-exc-c14n#"><InclusiveNamespaces PrefixList="${times(room / 2 - 80, "a ")}"/></a>`,
};

/** Messages of a provider up to their limit, signed by a stranger: in the response, in the assertion, and in its signature. */
export function* samlCases({ url, begin }: SamlTarget, count: number): Generator<HeavyCase> {
  const { privateKey: key } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const path = `/complete/saml/${SLUG}`;
  const places: Readonly<Record<string, (xml: string, filling: string) => string>> = {
    "the assertion": (xml, filling) =>
      xml.replace("<saml:Conditions", () => `<saml:Advice>${filling}</saml:Advice><saml:Conditions`),
    "the response": (xml, filling) =>
      xml.replace("<samlp:Status>", () => `<samlp:Extensions>${filling}</samlp:Extensions><samlp:Status>`),
    "the signature": (xml, filling) => xml.replace("</Signature>", () => `<Object>${filling}</Object></Signature>`),
    "what is signed": (xml, filling) => xml.replace("</SignedInfo>", () => `${filling}</SignedInfo>`),
    "a transform": (xml, filling) =>
      xml.replace(/(<Transform Algorithm="[^"]*c14n#")\/>/, (_all, open: string) => `${open}>${filling}</Transform>`),
  };
  for (const [place, put] of Object.entries(places).slice(0, count))
    for (const [what, fill] of Object.entries(FILLINGS))
      yield {
        of: `POST ${path}`,
        what: `${what} in ${place}`,
        caller: "browser",
        request: () => {
          const { state, id } = begin();
          const asked = begunWith({ id, url, slug: SLUG, state });
          const xml = responseXml(asked, signed(assertionXml(asked), key));
          const whole = put(xml, fill(MAX_LENGTH - xml.length - 60)).slice(0, MAX_LENGTH);
          const fields = new URLSearchParams({
            SAMLResponse: Buffer.from(whole).toString("base64"),
            RelayState: state,
          });
          return { start: `POST ${path}`, headers: [FORM], body: Buffer.from(fields.toString()) };
        },
      };
}
