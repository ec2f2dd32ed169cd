import { recordingPage } from "#api/callers/request-origin.ts";
import { refusalOf } from "#api/error-response.ts";
import { readForm, type RequestFields } from "#api/parameters/fields.ts";
import { content, type PageRoute, page, realmAt } from "#api/pages/page.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import { wholeBody } from "#http/bodies/body.ts";
import type { HttpResponse } from "#http/exchange.ts";
import { NO_CORS } from "#http/response.ts";
import type { Routed } from "#http/router.ts";
import { badRequest, nothingHere } from "#platform/errors.ts";
import { hashOfToken, sameSecret } from "#platform/keys.ts";
import {
  createRateLimiter,
  rateLimitError,
  type RateLimiter,
  type RateLimitRule,
} from "#platform/limits/rate-limit.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import { checkAsked, requireMcp } from "../admission.ts";
import {
  ACCESS_SECONDS,
  endGrant,
  exchangeCode,
  familyHashOf,
  refreshTokens,
  registerClient,
  type Tokens,
} from "./actions.ts";
import { clientFrom, parsedObject } from "./access.ts";
import { REGISTER_PATH, REVOKE_PATH, TOKEN_PATH } from "./metadata.ts";
import { readCode, readGrant } from "./queries.ts";

/** For each address. */
const TOKENS: RateLimitRule = { seconds: 60, requests: 120 };
const REGISTRATIONS: RateLimitRule = { seconds: 3600, requests: 20 };
const MAX_ADDRESSES = 10_000;
const MAX_FORM_BYTES = 16 * 1024;
const MAX_DOCUMENT_BYTES = 5120;

const AUDITS = ["api_key.created", "api_key.revoked"] as const;
type RecordingRealm = RealmRuntime<(typeof AUDITS)[number]>;

/** What OAuth calls what is wrong. */
interface OauthRefusal {
  readonly error: string;
  readonly error_description: string;
}

const refused = (error: string, description: string): OauthRefusal => ({ error, error_description: description });

interface ProgramRequest {
  readonly site: Site;
  readonly realm: RecordingRealm;
  readonly url: string;
  readonly body: Buffer;
  readonly fields: RequestFields;
}

type Answering = (request: ProgramRequest) => Promise<object>;

/** Where programs fetch their tokens, give them back, and register. */
export function programPages(site: Site, realms: Realms): PageRoute[] {
  const limited = (rule: RateLimitRule): (() => RateLimiter | undefined) => {
    let limiter: RateLimiter | undefined;
    return () => (site.config.rateLimit ? (limiter ??= createRateLimiter(rule, site.clock, MAX_ADDRESSES)) : undefined);
  };
  const serving =
    (mostBytes: number, limiter: () => RateLimiter | undefined, success: number, answer: Answering) =>
    async (request: Routed): Promise<HttpResponse> => {
      try {
        const { head } = request;
        const realm = await realmAt(realms, head);
        checkAsked(site, realms, realm, head);
        requireMcp(realm);
        const verdict = limiter()?.hit(site.proxies.clientAddress(head));
        if (verdict?.allowed === false) throw rateLimitError(verdict);
        const body = await wholeBody(head, request.body, mostBytes);
        // Reading a form changes the bytes.
        const { fields } = await readForm("", head.headers["content-type"], Buffer.from(body));
        const recorded = recordingPage(site, realm, request, AUDITS);
        const given = await answer({ site, realm: recorded, url: realms.urlFor(realm, head), body, fields });
        return written("error" in given ? 400 : success, given);
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === undefined) throw error;
        const { status, message, fields } = refusal;
        const retryAfter = fields["retry-after"];
        const response = written(status, refused(status < 500 ? "invalid_request" : "server_error", message));
        if (typeof retryAfter !== "number") return response;
        return { ...response, headers: { ...response.headers, "retry-after": String(Math.ceil(retryAfter)) } };
      }
    };
  const [tokens, registrations] = [limited(TOKENS), limited(REGISTRATIONS)];
  return [
    {
      ...page(TOKEN_PATH, "none", serving(MAX_FORM_BYTES, tokens, 200, token), "POST"),
      fields: TOKEN_FIELDS,
      audits: AUDITS,
    },
    {
      ...page(REVOKE_PATH, "none", serving(MAX_FORM_BYTES, tokens, 200, revoke), "POST"),
      fields: REVOKE_FIELDS,
      audits: ["api_key.revoked"],
    },
    // It gives nothing: only people let programs in.
    {
      ...page(REGISTER_PATH, "none", serving(MAX_DOCUMENT_BYTES, registrations, 201, register), "POST"),
      audits: "personal",
    },
  ];
}

const written = (status: number, body: object): HttpResponse => ({
  ...content("application/json", `${JSON.stringify(body)}\n`, { ...NO_CORS, "cache-control": "no-store" }),
  status,
});

const TOKEN_FIELDS = [
  "grant_type",
  "code",
  "client_id",
  "redirect_uri",
  "code_verifier",
  "resource",
  "refresh_token",
  "scope",
];
const REVOKE_FIELDS = ["token", "token_type_hint", "client_id"];

async function token(request: ProgramRequest): Promise<object> {
  const { fields, url } = request;
  const resource = fields.get("resource");
  if (resource !== undefined && resource !== `${url}/mcp`)
    return refused("invalid_target", "Tokens are given for /mcp of this server only.");
  switch (fields.get("grant_type")) {
    case "authorization_code":
      return tokensOrRefusal(await byCode(request));
    case "refresh_token":
      return tokensOrRefusal(await byRefreshToken(request));
    default:
      return refused("unsupported_grant_type", "There are authorization_code and refresh_token.");
  }
}

async function byCode({ site, realm, fields }: ProgramRequest): Promise<Tokens | undefined> {
  const code = needed(fields, "code");
  const exchange = {
    code,
    clientId: needed(fields, "client_id"),
    redirectUri: needed(fields, "redirect_uri"),
    verifier: needed(fields, "code_verifier"),
    sendsMail: site.config.smtpUrl !== undefined,
  };
  const row = await readCode(readPool(realm), realm.id, hashOfToken(code));
  const user = row && userRecord(realm.model, row.userId);
  return user?.isActive === true ? realm.write(user, (tx, present) => exchangeCode(tx, present, exchange)) : undefined;
}

async function byRefreshToken({ realm, fields }: ProgramRequest): Promise<Tokens | undefined> {
  const shown = { refresh: needed(fields, "refresh_token"), clientId: needed(fields, "client_id") };
  const grant = await readGrant(readPool(realm), realm.id, familyHashOf(shown.refresh));
  const user = grant && userRecord(realm.model, grant.userId);
  return user?.isActive === true ? realm.write(user, (tx, present) => refreshTokens(tx, present, shown)) : undefined;
}

const tokensOrRefusal = (tokens: Tokens | undefined): object =>
  tokens === undefined
    ? refused("invalid_grant", "It is unknown, too old, was used before, or is another program's.")
    : {
        access_token: tokens.access,
        token_type: "Bearer",
        expires_in: ACCESS_SECONDS,
        refresh_token: tokens.refresh,
        scope: tokens.scopes.join(" "),
      };

function needed(fields: RequestFields, name: string): string {
  const value = fields.get(name) ?? "";
  if (value === "") throw badRequest(`Missing '${name}' argument`);
  return value;
}

/** Whatever is shown, the answer is the same: it opens nothing afterwards. */
async function revoke({ realm, fields }: ProgramRequest): Promise<object> {
  const shown = needed(fields, "token");
  const key = realm.model.apiKeysByHash.get(hashOfToken(shown));
  const grant = key === undefined ? await readGrant(readPool(realm), realm.id, familyHashOf(shown)) : undefined;
  const isNewest = grant !== undefined && sameSecret(grant.refreshHash, hashOfToken(shown));
  const keyId = key?.isOauth === true ? key.id : isNewest ? grant.keyId : undefined;
  const user = userRecord(realm.model, key?.userId ?? grant?.userId ?? -1);
  if (keyId !== undefined && user?.isActive === true) await realm.write(user, (tx) => endGrant(tx, keyId));
  return {};
}

async function register({ realm, body }: ProgramRequest): Promise<object> {
  if (!realmProperty(realm.model, "mcp_client_registration")) throw nothingHere();
  const said = parsedObject(body.toString("utf8"));
  const client = said && clientFrom(said);
  if (client === undefined)
    return refused("invalid_client_metadata", "Programs need redirect_uris, and token_endpoint_auth_method none.");
  const { id, name, redirectUris } = await realm.writeAsServer((tx) => registerClient(tx, client));
  return {
    client_id: id,
    client_name: name,
    redirect_uris: redirectUris,
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
}
