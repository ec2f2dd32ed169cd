import type { PageRoute } from "#api/pages/page.ts";
import { readForm } from "#api/parameters/fields.ts";
import { backgroundPool } from "#engine/runtime/pools.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import { wholeBody } from "#http/bodies/body.ts";
import type { HttpResponse } from "#http/exchange.ts";
import { hashOfToken, newToken } from "#platform/keys.ts";
import { LOGIN_PATH, type ProviderOf } from "#domains/records/sign-on/providers.ts";
import { callbackPath } from "../providers/present.ts";
import { noteUsed } from "../providers/queries.ts";
import { declined, notProven, otherBrowser, staleSignIn } from "../proof/refusal.ts";
import { isMarkedBrowser } from "../rounds/attempt-cookie.ts";
import { type SignInAttempt, takeAttempt } from "../rounds/attempts.ts";
import { chainOf, openProvider } from "../rounds/open-provider.ts";
import { letIn, LET_IN, type LetInVisit } from "../rounds/let-in.ts";
import { redirect, signOnForm, signOnPage, type SignOnVisit } from "../rounds/sign-on-page.ts";
import { readAssertion, type SaidBySaml, type XmlNode } from "./assertion.ts";
import { checkSamlResponse, StatusRefusal } from "./before.ts";
import { samlAddresses, samlFor } from "./client.ts";
import { MAX_XML_LENGTH, outlineOf } from "./outline.ts";
import { samlProof } from "./proof.ts";
import { insertProven, takeProven } from "./queries.ts";

const FINISH_PATH = "/accounts/login/finish";
/** In base64, of which some characters are escaped. */
const MAX_FORM_BYTES = 2 * MAX_XML_LENGTH;
const TICKET_SECONDS = 60;

/**
 * Where people come back to from a provider: by a form that it makes their browser send, with which no cookie of ours comes.
 * What it says is checked at once; that the browser is the one that has begun, on the page to which this leads.
 */
export const samlCallbackPages = (site: Site, realms: Realms): PageRoute[] => [
  signOnForm(site, realms, callbackPath("saml", "{slug}"), ["SAMLResponse", "RelayState"], complete),
  signOnPage(site, realms, `${FINISH_PATH}/{token}`, LET_IN, finish),
];

async function complete(visit: SignOnVisit): Promise<HttpResponse> {
  const { site, realm, head, body, address } = visit;
  const provider = openProvider(visit, "saml");
  const { fields } = await readForm("", head.headers["content-type"], await wholeBody(head, body, MAX_FORM_BYTES));
  const attempt = await takeAttempt(backgroundPool(realm), realm.id, fields.get("RelayState") ?? "");
  const xml = Buffer.from(fields.get("SAMLResponse") ?? "", "base64").toString("utf8");
  // What has begun here was counted there: a whole company may log in from one address.
  if (attempt === undefined) site.forms?.submit(address);
  // Somebody has begun at the provider: the same, begun here.
  if (attempt === undefined && isUnasked(xml)) return redirect(`${LOGIN_PATH}/saml/${provider.slug}`);
  if (attempt === undefined || attempt.provider !== provider.key) throw staleSignIn();
  const said = await saidBy(visit, provider, attempt, xml);
  const proof = proofOr(provider, said);
  const ticket = newToken();
  await realm.writeAsServer(async (tx) => {
    if (!(await noteUsed(tx.sql, tx.realmId, provider.key, said.id)))
      throw notProven(provider.settings.display_name, "the assertion was used before");
    await insertProven(tx.sql, tx.realmId, hashOfToken(ticket), { attempt, proof }, TICKET_SECONDS);
  });
  return redirect(`${FINISH_PATH}/${ticket}`);
}

/** A response to nothing says so; whatever else is wrong with it is of no consequence. */
function isUnasked(xml: string): boolean {
  try {
    const [root] = outlineOf(xml);
    return root?.name === "Response" && !root.attributes.has("InResponseTo");
  } catch {
    return false;
  }
}

/** What the provider says of somebody: the library checks the signature, and times and names as far as it does. */
async function saidBy(
  { site, realm }: SignOnVisit,
  provider: ProviderOf<"saml">,
  attempt: SignInAttempt,
  xml: string,
): Promise<SaidBySaml> {
  const { slug, settings } = provider;
  const { callback } = samlAddresses(realm.url, slug);
  const now = site.clock.now();
  try {
    checkSamlResponse(xml, callback);
    const saml = await samlFor(provider, realm.url, { id: attempt.nonce, now });
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString("base64") });
    const { Assertion: assertion } = (profile?.getAssertion?.() ?? {}) as { readonly Assertion?: XmlNode };
    if (assertion === undefined) throw new Error("there is no assertion");
    return readAssertion(assertion, { issuer: settings.entity_id, callback, requestId: attempt.nonce, now });
  } catch (error) {
    if (error instanceof StatusRefusal) throw declined(settings.display_name, error.message);
    throw notProven(settings.display_name, chainOf(error));
  }
}

function proofOr(provider: ProviderOf<"saml">, said: SaidBySaml) {
  try {
    return samlProof(provider, said);
  } catch (error) {
    throw notProven(provider.settings.display_name, chainOf(error));
  }
}

async function finish(visit: LetInVisit): Promise<HttpResponse> {
  const { site, realm, head, inPath } = visit;
  const proven = await takeProven(backgroundPool(realm), realm.id, hashOfToken(inPath["token"] ?? ""));
  if (proven === undefined) throw staleSignIn();
  const { attempt, proof } = proven;
  if (!isMarkedBrowser([site, realm, head], attempt.browserHash)) throw otherBrowser();
  const provider = openProvider(visit, "saml", attempt.provider);
  return letIn(visit, { ...proof, provider }, attempt);
}
