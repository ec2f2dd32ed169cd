/** An element as the library reads it: text, attributes and children, all by their names without prefixes. */
export interface XmlNode {
  readonly _?: unknown;
  readonly $?: Readonly<Record<string, string>>;
  readonly [child: string]: unknown;
}

/** What an assertion says of somebody. */
export interface SaidBySaml {
  readonly id: string;
  readonly nameId: { readonly value: string; readonly format: string };
  readonly sessionIndex: string;
  /** UNIX seconds; undefined where the provider does not say when its session ends. */
  readonly sessionEndsAt: number | undefined;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

interface Expected {
  /** The provider's name. */
  readonly issuer: string;
  /** Where we are. */
  readonly callback: string;
  /** The ID of what was asked. */
  readonly requestId: string;
  /** UNIX milliseconds. */
  readonly now: number;
}

const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const SKEW_MS = 60_000;
const MAX_LENGTH = 500;

/** Reads an assertion whose signature was checked, and checks what the library does not: who says it, to whom, in reply to what. */
export function readAssertion(assertion: XmlNode, { issuer, callback, requestId, now }: Expected): SaidBySaml {
  const id = assertion.$?.["ID"] ?? "";
  if (id === "" || id.length > MAX_LENGTH) throw new Error("the assertion has no ID");
  if (textOf(only(assertion, "Issuer")) !== issuer) throw new Error("the assertion is of another issuer");
  const subject = only(assertion, "Subject");
  const isForUs = children(subject, "SubjectConfirmation").some((confirmation) => {
    if (confirmation.$?.["Method"] !== BEARER) return false;
    const {
      Recipient: to,
      InResponseTo: about,
      NotOnOrAfter: end,
    } = only(confirmation, "SubjectConfirmationData").$ ?? {};
    return to === callback && about === requestId && end !== undefined && now - SKEW_MS < Date.parse(end);
  });
  if (!isForUs) throw new Error("the assertion is for somebody else, about something else, or has no end");
  const nameId = only(subject, "NameID");
  const value = textOf(nameId);
  if (value === "" || value.length > MAX_LENGTH) throw new Error("the NameID is empty or too long");
  return {
    id,
    nameId: { value, format: nameId.$?.["Format"] ?? "" },
    ...sessionOf(assertion, now),
    attributes: attributesOf(assertion),
  };
}

function sessionOf(assertion: XmlNode, now: number): Pick<SaidBySaml, "sessionIndex" | "sessionEndsAt"> {
  const statements = children(assertion, "AuthnStatement").map(({ $ = {} }) => $);
  if (statements.length === 0) throw new Error("the assertion does not say that somebody has logged in");
  const ends = statements.flatMap(({ SessionNotOnOrAfter: end }) => (end === undefined ? [] : [Date.parse(end)]));
  const end = ends.length === 0 ? undefined : Math.min(...ends);
  // A time that cannot be read is none that may be passed over.
  if (end !== undefined && !(end > now)) throw new Error("the session at the provider is over");
  const index = statements.find(({ SessionIndex: given }) => given !== undefined)?.["SessionIndex"] ?? "";
  if (index.length > MAX_LENGTH) throw new Error("the SessionIndex is too long");
  return {
    sessionIndex: index,
    sessionEndsAt: end === undefined ? undefined : Math.floor(end / 1000),
  };
}

/** Each attribute is a list of texts, whether it has one or several. */
function attributesOf(assertion: XmlNode): SaidBySaml["attributes"] {
  const found = new Map<string, string[]>();
  for (const statement of children(assertion, "AttributeStatement"))
    for (const attribute of children(statement, "Attribute")) {
      const name = attribute.$?.["Name"] ?? "";
      const texts = children(attribute, "AttributeValue").map(textOf);
      found.set(name, [...(found.get(name) ?? []), ...texts.filter((text) => text !== "")]);
    }
  return Object.fromEntries(found);
}

const isNode = (value: unknown): value is XmlNode => typeof value === "object" && value !== null;

/** The children of a name. One without attributes and children is its text alone. */
const children = (node: XmlNode, name: string): XmlNode[] => {
  const list = node[name];
  return Array.isArray(list) ? list.map((child: unknown) => (isNode(child) ? child : { _: child })) : [];
};

function only(node: XmlNode, name: string): XmlNode {
  const [child, other] = children(node, name);
  if (child === undefined || other !== undefined) throw new Error(`there is not one ${name}`);
  return child;
}

const textOf = ({ _: text }: XmlNode): string => (typeof text === "string" ? text : "");
