import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import type { PageRoute } from "#api/pages/page.ts";
import { queryOf } from "#api/parameters/fields.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { HttpResponse } from "#http/exchange.ts";
import type { ProviderOf } from "#domains/records/sign-on/providers.ts";
import { backchannelPath } from "../providers/present.ts";
import { noteUsed, sessionsOfProvider } from "../providers/queries.ts";
import { logoutNotProven } from "../proof/refusal.ts";
import { endByProvider } from "../rounds/end-sessions.ts";
import { chainOf, openProvider } from "../rounds/open-provider.ts";
import { redirect, signOnPage, type SignOnVisit } from "../rounds/sign-on-page.ts";
import { checkLogoutRequest } from "./before.ts";
import { samlAddresses, samlFor } from "./client.ts";
import { sessionName, sessionNamesOf, subjectByName } from "./proof.ts";

const AUDITS = ["session.ended"] as const;
type LogoutVisit = SignOnVisit<(typeof AUDITS)[number]>;

const OUT = "/login/";
const MAX_XML_BYTES = 64 * 1024;
const [MAX_AGE_MS, SKEW_MS] = [5 * 60_000, 60_000];
const SIGNED_BY = new Set(
  ["rsa-sha256", "rsa-sha384", "rsa-sha512"].map((name) => `http://www.w3.org/2001/04/xmldsig-more#${name}`),
);

/** Where a provider sends the browser of somebody who logs out there. */
export const samlLogoutPages = (site: Site, realms: Realms): PageRoute[] => [
  signOnPage(site, realms, backchannelPath("saml", "{slug}"), AUDITS, logOut),
];

async function logOut(visit: LogoutVisit): Promise<HttpResponse> {
  const { realm, head } = visit;
  const provider = openProvider(visit, "saml");
  const fields = rawFields(queryOf(head.url));
  // The answer to a logout from here, which is over: it changes nothing, and so may say what it likes.
  if (!fields.has("SAMLRequest")) return redirect(OUT);
  const asked = await provenRequest(visit, provider, fields);
  await realm.writeAsServer(async (tx) => {
    if (!(await noteUsed(tx.sql, tx.realmId, provider.key, asked.id)))
      throw logoutNotProven(provider.settings.display_name, "the request was used before");
    const named =
      asked.sessionIndex === undefined ? sessionNamesOf(asked.nameId) : sessionName(asked.nameId, asked.sessionIndex);
    const isWhole = asked.sessionIndex !== undefined;
    await endByProvider(tx, provider, {
      named: await sessionsOfProvider(tx.sql, tx.realmId, provider.key, named, isWhole),
      subject:
        provider.settings.subject_attribute === undefined ? subjectByName(provider.settings, asked.nameId) : undefined,
    });
  });
  return redirect(asked.back);
}

/** The fields of a query as they came, by their names: what is signed is what was sent. */
function rawFields(query: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const part of query.split("&", 20)) {
    const at = part.indexOf("=");
    const name = part.slice(0, at);
    if (!["SAMLRequest", "SAMLResponse", "RelayState", "SigAlg", "Signature"].includes(name)) continue;
    // Of two the library might check one and read the other.
    if (fields.has(name)) return new Map([["SAMLRequest", ""]]);
    fields.set(name, part.slice(at + 1));
  }
  return fields;
}

interface ProvenRequest {
  readonly id: string;
  readonly nameId: string;
  readonly sessionIndex: string | undefined;
  /** Where the browser goes on to. */
  readonly back: string;
}

/** The library takes a request without a signature, of yesterday, or one that it has seen before. */
async function provenRequest(
  { site, realm, address }: LogoutVisit,
  provider: ProviderOf<"saml">,
  raw: ReadonlyMap<string, string>,
): Promise<ProvenRequest> {
  const { slug, settings } = provider;
  const now = site.clock.now();
  try {
    const names = ["SAMLRequest", "RelayState", "SigAlg", "Signature"].filter((name) => raw.has(name));
    const fields = Object.fromEntries(names.map((name) => [name, decodeURIComponent(raw.get(name) ?? "")]));
    const { SAMLRequest: request = "", RelayState: state, SigAlg: algorithm = "", Signature: signature = "" } = fields;
    if (signature === "" || !SIGNED_BY.has(algorithm)) throw new Error("the request is not signed, or too weakly");
    const xml = await inflated(request);
    const root = checkLogoutRequest(xml, samlAddresses(realm.url, slug).logout);
    const age = now - Date.parse(root.attributes.get("IssueInstant") ?? "");
    if (!(age < MAX_AGE_MS && age > -SKEW_MS)) throw new Error("the request is too old, or of tomorrow");
    const saml = await samlFor(provider, realm.url, { id: `_${crypto.randomUUID()}`, now });
    const query = names.map((name) => `${name}=${raw.get(name) ?? ""}`).join("&");
    const { profile } = await saml.validateRedirectAsync(fields, query);
    if (profile === null || profile.issuer !== settings.entity_id || typeof profile["ID"] !== "string")
      throw new Error("the request is of another issuer");
    const back =
      settings.slo_url === undefined ? OUT : await saml.getLogoutResponseUrlAsync(profile, state ?? "", {}, true);
    const { ID: id, nameID: nameId, sessionIndex } = profile;
    // Of several the library reads the first: then all of the person are meant.
    const isOne = xml.split("SessionIndex").length === 3;
    return { id, nameId, sessionIndex: isOne ? sessionIndex : undefined, back };
  } catch (error) {
    // Those that are right are not counted: a whole company may log out at once from one address.
    site.forms?.submit(address);
    throw logoutNotProven(settings.display_name, chainOf(error));
  }
}

const inflate = promisify(inflateRaw) as (data: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

async function inflated(text: string): Promise<string> {
  return (await inflate(Buffer.from(text, "base64"), { maxOutputLength: MAX_XML_BYTES })).toString("utf8");
}
