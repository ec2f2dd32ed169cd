import type { HttpResponse } from "#http/exchange.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import { recording } from "#engine/runtime/recording.ts";
import { watched } from "#engine/runtime/watched.ts";
import { guarded } from "#engine/runtime/guarded.ts";
import type { Site } from "#engine/runtime/site.ts";
import { countRequest, type RateLimiter } from "#platform/limits/rate-limit.ts";
import { senderName } from "./callers/auth.ts";
import { type Caller, keyGuard, requireScope } from "./callers/caller.ts";
import { channelsGuard, realmWithin } from "./callers/key-channels.ts";
import { requestOrigin } from "./callers/request-origin.ts";
import { passGate, roleGuard } from "./callers/gates.ts";
import { keyedRequest, KEY_HEADER } from "./repeats/keyed-request.ts";
import { once } from "./repeats/once.ts";
import { browserCall } from "./browser/browser-call.ts";
import { storedAgent } from "./browser/seen.ts";
import { sessionGuard } from "./browser/session.ts";
import type { Scheme } from "./browser/scheme.ts";
import { wholeBody } from "#http/bodies/body.ts";
import { largestBody } from "./body-limit.ts";
import { type Endpoint, pathNames } from "./endpoint.ts";
import { noRealm, nothingHere } from "#platform/errors.ts";
import {
  decodeParams,
  type RequestFields,
  type RequestForm,
  ignoredNames,
  queryFields,
  queryOf,
  readForm,
  readFormAndBody,
  readFormToFile,
} from "./parameters/fields.ts";
import type { AnyParam } from "./parameters/params.ts";
import type { ConcurrencyLimit } from "#platform/limits/concurrency-limit.ts";
import { allowList } from "#platform/schema/allow-list.ts";
import type { Route, Routed } from "#http/router.ts";
import { isStableList } from "./responses/stable-lists.ts";

/** Makes the response of an endpoint from what it returned, without anything that is not declared. */
type Respond<A> = (body: Readonly<Record<string, unknown>>, acceptEncoding: string | undefined) => A | Promise<A>;

interface EndpointOptions<A> {
  readonly site: Site;
  readonly realms: Realms;
  readonly endpoints: readonly Endpoint[];
  /** Undefined when rate limits are switched off. */
  readonly limiter: RateLimiter | undefined;
  /** The same for what other services send by webhooks. */
  readonly webhookLimiter: RateLimiter | undefined;
  /** Separate limits, so that a burst of slow reads or of large answers keeps nobody from writing. */
  readonly reads: ConcurrencyLimit;
  readonly writes: ConcurrencyLimit;
  readonly large: ConcurrencyLimit;
  readonly scheme: Scheme;
  readonly respond: Respond<A>;
}

type Admitted = Caller | undefined | Promise<Caller>;

export function endpointRoutes<A extends HttpResponse>(options: EndpointOptions<A>): Route<A>[] {
  return [...Map.groupBy(options.endpoints, ({ path }) => path)].flatMap(([path, endpoints]) => {
    const pattern = options.scheme.prefix + patternOf(path, endpoints);
    for (const { id, method, audits } of endpoints) {
      if (method !== "GET" && audits === undefined) throw new Error(`no audits are declared: ${id}`);
    }
    return endpoints.map((endpoint) => ({
      id: endpoint.id,
      method: endpoint.method,
      path: pattern,
      scope: endpoint.scope,
      serve: endpoint.isLongpoll === true ? onlyByItsName : serving(options, endpoint),
    }));
  });
}

/** Polls are taken out before any routing. */
const onlyByItsName = (): never => {
  throw nothingHere();
};

/** Numeric parts of a path match digits only: anything else is another path. */
function patternOf(path: string, endpoints: readonly Endpoint[]): string {
  return pathNames(path).reduce((pattern, name) => {
    const params = endpoints.flatMap((endpoint) => endpoint.params[name] ?? []);
    if (params.some(({ hasSlashes }) => hasSlashes === true)) return pattern.replace(`{${name}}`, `{${name}:rest}`);
    return params.some(isInteger) ? pattern.replace(`{${name}}`, `{${name}:number}`) : pattern;
  }, path);
}

const isInteger = ({ schema }: AnyParam): boolean => "type" in schema && schema.type === "integer";

/**
 * The order of checks, pinned by a test: method and path, authentication, rate limit, size, parameters, access, action.
 * Authentication and limits come before the body is read, and the caller is looked up again after it.
 */
function serving<A extends HttpResponse>(options: EndpointOptions<A>, endpoint: Endpoint): Route<A>["serve"] {
  const { site, realms, scheme } = options;
  const limiter = endpoint.auth === "webhook" ? options.webhookLimiter : options.limiter;
  const concurrency =
    endpoint.isLarge === true ? options.large : endpoint.method === "GET" ? options.reads : options.writes;
  const isBehind = (realm: RealmRuntime) => concurrency === options.writes && realm.isBehind;
  const onlyDeclared = allowList(endpoint.resultSchema, isStableList);

  const byRole = roleGuard(endpoint.auth);
  const most = largestBody(endpoint);

  /** Once more after a body that took its time: by then the caller may have another role, another key or no account. */
  const admit = (realm: RealmRuntime, { head, responseHeaders }: Routed, isAgain = false): Admitted => {
    if (endpoint.auth === "none") return undefined;
    const pass = (caller: Caller) => {
      if (limiter !== undefined && !isAgain) countRequest(limiter, realm, caller.user, responseHeaders);
      requireScope(caller.key, endpoint.scope, endpoint.isChannelBound);
      passGate(endpoint.auth, caller.user);
      return caller;
    };
    const caller = scheme.authenticate(realm, head, endpoint.auth, responseHeaders);
    return caller instanceof Promise ? caller.then(pass) : pass(caller);
  };

  const answered = async (
    { head, inPath, responseHeaders, requestId }: Routed,
    realm: RealmRuntime,
    caller: Caller | undefined,
    { fields, files, incoming, bytes }: RequestForm,
  ): Promise<A> => {
    const params = decodeParams(endpoint.params, withPath(fields, inPath));
    const client = scheme.clientName(fields.get("client"), head);
    const session = caller?.session?.session;
    const { onEmitted } = site;
    const observed = onEmitted === undefined ? realm : watched(realm, (kinds) => onEmitted(endpoint.id, kinds));
    const channelIds = caller?.key?.channelIds ?? undefined;
    const own = guarded(
      observed,
      byRole,
      session && sessionGuard(session),
      caller?.key && keyGuard(caller.key),
      channelIds && channelsGuard(channelIds),
    );
    const bounded = (organization: RealmRuntime): RealmRuntime =>
      channelIds === undefined ? organization : realmWithin(organization, channelIds);
    /** For what records nothing, such as sends, this costs nothing. */
    const recorded = (organization: RealmRuntime): RealmRuntime =>
      endpoint.audits === undefined || endpoint.audits === "personal"
        ? organization
        : recording(organization, endpoint.audits, requestOrigin(site, { head, requestId }, caller));
    const run = (organization: RealmRuntime) =>
      endpoint.run({
        site,
        realm: bounded(recorded(organization)),
        actor: caller?.user,
        key: caller?.key,
        params,
        client,
        browser: scheme.isForBrowsers ? browserCall(site, realm, head, responseHeaders) : undefined,
        files,
        incoming,
        received: bytes && { bytes, headers: head.headers },
        // Computed on demand, because few endpoints use these.
        address: () => site.proxies.clientAddress(head),
        agent: () => storedAgent(head.headers["user-agent"]),
        url: () => realms.urlFor(realm, head),
      });
    const key = head.headers[KEY_HEADER];
    let result: unknown;
    if (endpoint.idempotent === undefined || key === undefined || caller === undefined) result = await run(own);
    else {
      const request = keyedRequest(endpoint, key, withPath(fields, inPath));
      const response = await once(own, caller.user, request, run);
      if (response.isReplayed) responseHeaders["idempotency-replayed"] = "true";
      result = response.result;
    }
    const ignored = endpoint.takesBody === undefined ? ignoredNames(endpoint.params, fields) : [];
    const body = {
      result: "success",
      msg: "",
      ...(onlyDeclared(result) as object),
      ...(ignored.length > 0 && { ignored_parameters_unsupported: ignored }),
    };
    return options.respond(body, head.headers["accept-encoding"]);
  };

  return async (request): Promise<A> => {
    const { host } = request.head.headers;
    const realm = realms.open(host) ?? (await realms.byHost(host));
    if (realm === undefined) throw noRealm(endpoint.withoutRealm);
    scheme.checkSource(realm, request.head);
    const admitted = admit(realm, request);
    const caller = admitted instanceof Promise ? await admitted : admitted;
    if (caller !== undefined && !Buffer.isBuffer(request.body))
      request.body.account.ownedBy(senderName(realm, caller.user));
    const form = endpoint.streamsFile === true ? formToFile(request) : formOf(request, most, endpoint.takesBody);
    const understood = form instanceof Promise ? await form : form;
    try {
      const present = form instanceof Promise ? await admit(realm, request, true) : caller;
      // Only now, because a client that sends slowly must not take anybody's place.
      concurrency.begin(isBehind(realm));
      try {
        return await answered(request, realm, present, understood);
      } finally {
        concurrency.end();
      }
    } finally {
      understood.incoming?.close();
    }
  };
}

/** Query string and body. The body of a GET is ignored. */
function formOf({ head, body }: Routed, most: number, takesBody?: number): RequestForm | Promise<RequestForm> {
  const query = queryOf(head.url);
  if (head.method === "GET" || head.method === "HEAD") return { fields: queryFields(query), files: [] };
  const type = head.headers["content-type"];
  const whole = wholeBody(head, body, most);
  const read = takesBody === undefined ? readForm : readFormAndBody;
  return whole instanceof Promise ? whole.then((all) => read(query, type, all)) : read(query, type, whole);
}

const formToFile = ({ head, body }: Routed): Promise<RequestForm> =>
  readFormToFile(queryOf(head.url), head.headers["content-type"], body);

function withPath(fields: RequestFields, inPath: Routed["inPath"]): RequestFields {
  const entries = Object.entries(inPath);
  return entries.length === 0 ? fields : new Map([...fields, ...entries]);
}
