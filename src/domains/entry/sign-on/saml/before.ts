import { type OutlinedElement, outlineOf } from "./outline.ts";

const SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success";

/** How signatures may be made: nothing below SHA-256, and nothing that takes content away before it is signed. */
const ALGORITHMS = new Set([
  ...["rsa-sha256", "rsa-sha384", "rsa-sha512"].map((name) => `http://www.w3.org/2001/04/xmldsig-more#${name}`),
  ...["xmlenc#sha256", "xmldsig-more#sha384", "xmlenc#sha512"].map((name) => `http://www.w3.org/2001/04/${name}`),
  "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
  "http://www.w3.org/2001/10/xml-exc-c14n#",
]);

/** A provider has answered that it lets nobody in. */
export class StatusRefusal extends Error {}

/**
 * What a response must be before the library looks at it, which checks signatures and leaves the rest: one assertion, in its
 * place, signed by algorithms of today, for this address. Returns the outermost element.
 */
export function checkSamlResponse(xml: string, callback: string): OutlinedElement {
  const elements = outlineOf(xml);
  const root = rootOf(elements, "Response");
  checkSigning(elements);
  const destination = root.attributes.get("Destination");
  if (destination !== undefined && destination !== callback) throw new Error("the response is for another address");
  const status = elements.find(({ name, parent }) => name === "StatusCode" && parent?.parent === root);
  const value = status?.attributes.get("Value");
  if (value !== SUCCESS) throw new StatusRefusal(`the status is ${innermost(elements, status) ?? "not there"}`);
  const assertions = elements.filter(({ name }) => name === "Assertion" || name === "EncryptedAssertion");
  const [assertion] = assertions;
  if (assertions.length !== 1 || assertion?.parent !== root) throw new Error("there is not one assertion in its place");
  if (assertion.name === "EncryptedAssertion")
    throw new Error("the assertion is encrypted, which Parley does not read");
  return root;
}

/** The same for a request to log out. */
export function checkLogoutRequest(xml: string, address: string): OutlinedElement {
  const elements = outlineOf(xml);
  const root = rootOf(elements, "LogoutRequest");
  checkSigning(elements);
  if (root.attributes.get("Destination") !== address) throw new Error("the request is for another address");
  return root;
}

function rootOf(elements: readonly OutlinedElement[], wanted: string): OutlinedElement {
  const [root] = elements;
  if (root?.name !== wanted) throw new Error(`the message is no ${wanted}`);
  return root;
}

/** Two signatures with keys and certificates have 36 elements. What else is in one, the library works at the hardest. */
const MAX_OF_SIGNATURES = { elements: 50, attributes: 60 };

function checkSignatures(elements: readonly OutlinedElement[]): void {
  const within = new Set<OutlinedElement>();
  let attributes = 0;
  for (const element of elements) {
    if (element.name !== "Signature" && (element.parent === undefined || !within.has(element.parent))) continue;
    within.add(element);
    attributes += element.attributes.size;
    if (element.name === "Object") throw new Error("a signature has content of its own");
  }
  if (within.size > MAX_OF_SIGNATURES.elements || attributes > MAX_OF_SIGNATURES.attributes)
    throw new Error("the signatures have too many elements");
}

function checkSigning(elements: readonly OutlinedElement[]): void {
  checkSignatures(elements);
  const ids = new Set<string>();
  for (const { attributes } of elements) {
    const algorithm = attributes.get("Algorithm");
    if (algorithm !== undefined && !ALGORITHMS.has(algorithm))
      throw new Error(`the algorithm ${algorithm.slice(0, 200)} is not accepted`);
    for (const name of ["ID", "Id", "id"]) {
      const id = attributes.get(name);
      if (id === undefined) continue;
      if (ids.has(id)) throw new Error("two elements have one ID");
      ids.add(id);
    }
  }
}

/** Providers say in a code within the code what is wrong. */
function innermost(elements: readonly OutlinedElement[], status: OutlinedElement | undefined): string | undefined {
  const inner = elements.find(({ name, parent }) => name === "StatusCode" && parent !== undefined && parent === status);
  return (inner ?? status)?.attributes.get("Value")?.slice(0, 200);
}
