import { recording } from "#engine/runtime/recording.ts";
import { bearerIn } from "#api/callers/auth.ts";
import { refusalOf } from "#api/error-response.ts";
import { requestOrigin } from "#api/callers/request-origin.ts";
import { queryFields, queryOf } from "#api/parameters/fields.ts";
import { type PageRoute, page, realmAt } from "#api/pages/page.ts";
import type { AuditAction } from "#engine/log/audit-actions.ts";
import type { ScimToken } from "#engine/model/records.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { wholeBody } from "#http/bodies/body.ts";
import type { HttpResponse } from "#http/exchange.ts";
import { NO_CORS } from "#http/response.ts";
import type { Routed } from "#http/router.ts";
import { ApiError } from "#platform/errors.ts";
import { createConcurrencyLimit } from "#platform/limits/concurrency-limit.ts";
import { createRateLimiter, type RateLimiter, rateLimitError } from "#platform/limits/rate-limit.ts";
import type { Resource } from "./protocol/attributes.ts";
import { ScimError } from "./protocol/scim-error.ts";
import { ERROR_RESPONSE, SCIM_PATH } from "./protocol/urns.ts";
import { objectFrom } from "./protocol/values.ts";
import { isTokenGood, tokenOfSecret } from "./tokens/access.ts";
import { noteTokenUse } from "./tokens/note-use.ts";

/** Of a token. */
const REQUESTS = { seconds: 60, requests: 600 };
/** Directories must not take the place of people. */
const MAX_UNDER_WAY = 20;
const MAX_BODY_BYTES = 1024 * 1024;

/** A request of a directory, which has shown its token. */
export interface ScimRequest<Recorded extends AuditAction = never> {
  readonly site: Site;
  readonly realm: RealmRuntime;
  /** The organization's URL for this directory. */
  readonly url: string;
  readonly id: string;
  readonly query: (name: string) => string | undefined;
  readonly body: () => Resource;
  /** A write as the directory, refused if its token has ended meanwhile. What fails leaves nothing. */
  readonly write: <Value>(work: (tx: Tx<Recorded>) => Promise<Value>) => Promise<Value>;
}

export interface ScimAnswer {
  readonly status: number;
  readonly body?: Resource;
}

type Answering<Recorded extends AuditAction> = (request: ScimRequest<Recorded>) => ScimAnswer | Promise<ScimAnswer>;

export type ScimRoutes = ReturnType<typeof scimRoutes>;

/** Makes the routes of SCIM, which share their limits. */
export function scimRoutes(site: Site, realms: Realms) {
  let limiter: RateLimiter | undefined;
  const underWay = createConcurrencyLimit(MAX_UNDER_WAY);

  async function answered<Recorded extends AuditAction>(
    request: Routed,
    audits: readonly Recorded[],
    answer: Answering<Recorded>,
  ): Promise<ScimAnswer> {
    const { head, inPath } = request;
    const realm = await realmAt(realms, head);
    const token = tokenOf(site, realm, request);
    if (site.config.rateLimit) {
      limiter ??= createRateLimiter(REQUESTS, site.clock);
      const verdict = limiter.hit(`${realm.id}:${token.id}`);
      if (!verdict.allowed) throw rateLimitError(verdict);
    }
    if (!Buffer.isBuffer(request.body)) request.body.account.ownedBy(`${realm.id}:scim:${token.id}`);
    const bytes = await wholeBody(head, request.body, MAX_BODY_BYTES);
    // By now the token may have ended.
    if (!isTokenGood(realm.model, token, site.clock.now())) throw wrongToken();
    const origin = { ...requestOrigin(site, request), actorKind: "scim" as const, actorId: token.id };
    const recorded = recording(realm, audits, origin);
    const query = queryFields(queryOf(head.url));
    underWay.begin(false);
    try {
      return await answer({
        site,
        realm,
        url: realms.urlFor(realm, head),
        id: inPath["id"] ?? "",
        query: (name) => valueOf(query, name),
        body: () => objectFrom(bytes),
        write: (work) =>
          recorded.writeAsServer((tx) => {
            if (!isTokenGood(tx.model, token, tx.now.getTime())) throw wrongToken();
            return work(tx);
          }),
      });
    } finally {
      underWay.end();
    }
  }

  return <const Recorded extends AuditAction = never>(
    method: string,
    path: string,
    audits: readonly Recorded[],
    answer: Answering<Recorded>,
  ): PageRoute => {
    const serve = async (request: Routed): Promise<HttpResponse> => {
      try {
        return written(await answered(request, audits, answer));
      } catch (error) {
        return refused(error);
      }
    };
    const route = page(`${SCIM_PATH}${path}`, "none", serve, method);
    const [first, ...more] = audits;
    if (first !== undefined) return { ...route, audits: [first, ...more] };
    return method === "GET" ? route : { ...route, audits: "personal" };
  };
}

/** Names in queries are those of attributes, in any letters. */
const valueOf = (query: ReadonlyMap<string, string>, name: string): string | undefined =>
  query.get(name) ?? [...query].find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

/** The token of the header, and of nowhere else: addresses are logged on the way. */
function tokenOf(site: Site, realm: RealmRuntime, { head }: Routed): ScimToken {
  const secret = bearerIn(head.headers);
  const token = secret === undefined ? undefined : tokenOfSecret(realm.model, secret, site.clock.now());
  if (token === undefined) throw wrongToken();
  if (realm.model.realm.deactivated) throw new ScimError(403, "This organization has been deactivated.");
  noteTokenUse(site, realm, token);
  return token;
}

const wrongToken = () => new ScimError(401, "The token is missing, wrong or expired.");

const written = ({ status, body }: ScimAnswer): HttpResponse => {
  const location = status === 201 ? (body?.["meta"] as Resource | undefined)?.["location"] : undefined;
  return {
    status,
    headers: {
      ...NO_CORS,
      "content-type": "application/scim+json",
      ...(typeof location === "string" && { location }),
      ...(status === 401 && { "www-authenticate": 'Bearer realm="scim"' }),
    },
    body: body === undefined ? "" : `${JSON.stringify(body)}\n`,
  };
};

function refused(error: unknown): HttpResponse {
  const refusal = error instanceof ScimError ? error : (refusalOf(error) ?? error);
  if (!(refusal instanceof ScimError) && !(refusal instanceof ApiError)) throw error;
  const { status, message } = refusal;
  // What the rules of accounts and groups refuse is about a value: a name, an address.
  const scimType = refusal instanceof ScimError ? refusal.scimType : status === 400 ? "invalidValue" : undefined;
  const body = { schemas: [ERROR_RESPONSE], ...(scimType && { scimType }), detail: message, status: String(status) };
  const response = written({ status, body });
  const retryAfter = refusal instanceof ApiError ? refusal.fields["retry-after"] : undefined;
  if (typeof retryAfter !== "number") return response;
  return { ...response, headers: { ...response.headers, "retry-after": String(Math.ceil(retryAfter)) } };
}
