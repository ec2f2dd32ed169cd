import { createServer as createHttpServer, type Server } from "node:http";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Realms } from "../live/realms.ts";
import type { LiveRealm } from "../live/realm.ts";
import type { Site } from "../live/site.ts";
import type { User } from "../model/records.ts";
import {
  COMMON_HEADERS,
  errorAnswer,
  EVENTS_METHODS_HEADER,
  METHODS_HEADER,
  rateLimitError,
  rateLimitHeaders,
  refusalOf,
} from "./answer.ts";
import { authenticate, passGate } from "./auth.ts";
import { clientName } from "./client-name.ts";
import { type Endpoint, type Method, pathNames } from "./endpoint.ts";
import { ApiError } from "./errors.ts";
import { decodeParams, FORM, ignoredNames, isDecoded, MULTIPART, queryOf, readForm } from "./fields.ts";
import { type Doorway, guardDoorway, KEEP_ALIVE_MS } from "./doorway.ts";
import type { Longpoll } from "./longpoll.ts";
import { refuseMalformed } from "./malformed.ts";
import type { Param } from "./params.ts";
import type { RateLimiter } from "./rate-limit.ts";
import { allowList } from "./result.ts";
import { sendBody } from "./written.ts";

export const PREFIX = "/api/v1";
const LARGEST_BODY = 25 * 1024 * 1024;
/** Some clients send whole messages in the query string. */
const LARGEST_HEADER = 64 * 1024;
const LONGEST_PATH = 8 * 1024;
/** Longer than any answer of ours takes, and than a poll waits. */
const SILENCE_MS = 120_000;
const ALL_METHODS: readonly Method[] = ["DELETE", "GET", "PATCH", "POST", "PUT"];

export interface ServerOptions {
  readonly site: Site;
  readonly realms: Realms;
  readonly endpoints: readonly Endpoint[];
  readonly longpoll: Longpoll;
  /** Absent when rate limits are switched off. */
  readonly limiter: RateLimiter | undefined;
}

interface Caller {
  readonly realm: LiveRealm;
  readonly actor: User | undefined;
}

/**
 * The order of a request, pinned by a test: method and path, authentication, rate limit, size, parameters, access,
 * action. Authentication and limits come before the body is read.
 */
export function createServer(options: ServerOptions): FastifyInstance {
  const { site, longpoll } = options;
  let doorway: Doorway | undefined;
  const app = Fastify({
    bodyLimit: LARGEST_BODY,
    // Parameters are read later and elsewhere: see fields.ts.
    routerOptions: { maxParamLength: 1024, caseSensitive: true, querystringParser: () => ({}) },
    genReqId: requestIds(),
    // A path that cannot be decoded, or has too long a part, comes past the hooks.
    frameworkErrors: (error, request, reply) => {
      const { status, body } = errorAnswer(asApiError(error) ?? error);
      const headers = { ...COMMON_HEADERS, "access-control-allow-methods": methodsHeader(request.url) };
      void (reply as FastifyReply).code(status).headers(headers).type("application/json").send(body);
    },
    clientErrorHandler: refuseMalformed,
    forceCloseConnections: "idle",
    serverFactory: (handler): Server => {
      const server = createHttpServer({ maxHeaderSize: LARGEST_HEADER, noDelay: true }, (request, response) => {
        // Parked polls stay out of the framework: what each of them holds and costs is the cost of the product.
        if (longpoll.isFor(request)) longpoll.serveHttp(request, response);
        else handler(request, response);
      });
      server.headersTimeout = 10_000;
      server.requestTimeout = SILENCE_MS;
      // Otherwise whoever takes nothing of an answer would keep it here for ever.
      server.timeout = SILENCE_MS;
      server.keepAliveTimeout = KEEP_ALIVE_MS;
      doorway = guardDoorway(server, longpoll);
      return server;
    },
  });
  app.addHook("preClose", async () => doorway?.close());
  app.removeAllContentTypeParsers();
  // What has a name of its own is found at once; for whatever else there is, the framework searches with each request.
  app.addContentTypeParser([FORM, MULTIPART, "*"], { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.addHook("onRequest", (request, reply, done) => {
    // The framework would refuse what it cannot name.
    if (!isDecoded(request.headers["content-type"])) delete request.headers["content-type"];
    reply.headers(COMMON_HEADERS);
    reply.header("access-control-allow-methods", methodsHeader(request.url));
    const isTooLong = pathOf(request).length > LONGEST_PATH;
    done(isTooLong ? new ApiError("BAD_REQUEST", "The path is too long", {}, 414) : undefined);
  });
  app.setErrorHandler((error, request, reply) => {
    const known = asApiError(error);
    if (known === undefined)
      site.log.error({ err: error, requestId: request.id, url: pathOf(request) }, "a request failed");
    const answer = errorAnswer(known ?? error);
    // A client hears of a refusal only if we take what it is still sending; it goes nowhere.
    if (answer.status === 413) {
      request.raw.resume();
      reply.removeHeader("connection");
    }
    return reply.code(answer.status).headers(answer.headers).type("application/json").send(answer.body);
  });
  app.setNotFoundHandler(async () => {
    throw nothingHere();
  });
  for (const [path, endpoints] of byPath(options.endpoints)) addPath(app, options, path, endpoints);
  app.addHook("onResponse", (request, reply, done) => {
    const id = (request.routeOptions.config as { id?: string }).id ?? "unknown";
    site.metrics.request(id, reply.statusCode, reply.elapsedTime / 1000);
    site.log.debug({ requestId: request.id, endpoint: id, status: reply.statusCode, ms: reply.elapsedTime }, "request");
    done();
  });
  return app;
}

function addPath(app: FastifyInstance, options: ServerOptions, path: string, endpoints: readonly Endpoint[]): void {
  const url = PREFIX + routeOf(path, endpoints);
  for (const endpoint of endpoints) if (endpoint.isLongpoll !== true) addEndpoint(app, options, url, endpoint);
  const offered: string[] = endpoints.map(({ method }) => method);
  const allowed = [...offered, ...(offered.includes("GET") ? ["HEAD"] : []), "OPTIONS"].sort();
  app.route({
    method: "OPTIONS",
    url,
    handler: (_request, reply) => reply.code(204).header("allow", allowed.join(", ")).send(),
  });
  app.route({
    method: ALL_METHODS.filter((method) => !offered.includes(method)),
    url,
    onRequest: async (request, reply) => {
      const body = { result: "error", msg: `Method not allowed: ${request.method}`, allowed_methods: allowed };
      return reply
        .code(405)
        .header("allow", allowed.join(", "))
        .send(`${JSON.stringify(body)}\n`);
    },
    handler: () => {},
  });
}

function addEndpoint(app: FastifyInstance, options: ServerOptions, url: string, endpoint: Endpoint): void {
  const { site, realms, limiter } = options;
  const callers = new WeakMap<FastifyRequest, Caller>();
  const onlyDeclared = allowList(endpoint.resultSchema);
  const namesInPath = pathNames(endpoint.path);

  const admit = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    if (namesInPath.length > 0 && Object.values(request.params as object).includes("")) throw nothingHere();
    const open = realms.open(request.headers.host);
    if (open === undefined) {
      void admitLater(request, reply, done);
      return;
    }
    admitTo(open, request, reply);
    done();
  };

  /** To an organization that nobody has asked for yet. */
  const admitLater = async (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    let refusal: Error | undefined;
    try {
      admitTo(await realms.byHost(request.headers.host), request, reply);
    } catch (error) {
      refusal = error as Error;
    }
    done(refusal);
  };

  const admitTo = (realm: LiveRealm | undefined, request: FastifyRequest, reply: FastifyReply) => {
    if (realm === undefined) throw new ApiError(endpoint.withoutRealm, "There is no organization at this host");
    if (endpoint.auth === "none") {
      callers.set(request, { realm, actor: undefined });
      return;
    }
    const actor = authenticate(realm, site.keys, request.headers, endpoint.auth);
    callers.set(request, { realm, actor });
    if (limiter !== undefined) {
      const verdict = limiter.hit(`${realm.id}:${actor.id}`);
      reply.headers(rateLimitHeaders(verdict));
      if (!verdict.allowed) throw rateLimitError(verdict);
    }
    passGate(endpoint.auth, actor);
  };

  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const { realm, actor } = callers.get(request) as Caller;
    const form = readForm(queryOf(request.url), request.headers["content-type"], request.body as Buffer | undefined);
    const { fields, files } = form instanceof Promise ? await form : form;
    const inPath = namesInPath.length === 0 ? [] : pathFields(namesInPath, request.params as Record<string, string>);
    const params = decodeParams(endpoint.params, inPath.length === 0 ? fields : new Map([...fields, ...inPath]));
    const client = clientName(fields.get("client"), request.headers["user-agent"]);
    const result = await endpoint.run({ site, realm, actor, params, client, files });
    const ignored = ignoredNames(endpoint.params, fields);
    const body = {
      result: "success",
      msg: "",
      ...(onlyDeclared(result) as object),
      ...(ignored.length > 0 && { ignored_parameters_unsupported: ignored }),
    };
    return sendBody(reply, body);
  };

  app.route({ method: endpoint.method, url, config: { id: endpoint.id }, onRequest: admit, handler: handle });
}

/** Numeric parts of a path match digits only: anything else is another path. */
function routeOf(path: string, endpoints: readonly Endpoint[]): string {
  return pathNames(path).reduce((route, name) => {
    if (endpoints.some(({ params }) => params[name]?.hasSlashes === true)) return route.replace(`{${name}}`, REST);
    const numeric = endpoints.some(({ params }) => isInteger(params[name]));
    return route.replace(`{${name}}`, numeric ? `:${name}(^\\d+$)` : `:${name}`);
  }, path);
}

/** The router's word for whatever is left of a path. */
const REST = "*";

function pathFields(names: readonly string[], values: Record<string, string>): [string, string][] {
  const last = names.at(-1) ?? REST;
  return Object.entries(values).map(([name, value]) => [name === REST ? last : name, value]);
}

const isInteger = (param: Param<unknown> | undefined): boolean =>
  param !== undefined && "type" in param.schema && param.schema.type === "integer";

function byPath(endpoints: readonly Endpoint[]): Map<string, Endpoint[]> {
  return Map.groupBy(endpoints, ({ path }) => path);
}

function asApiError(error: unknown): ApiError | undefined {
  const refusal = refusalOf(error);
  if (refusal !== undefined) return refusal;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return new ApiError("BAD_REQUEST", "The request is too large", {}, 413);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ApiError("BAD_REQUEST", "The request could not be understood", {}, statusCode);
  }
  return undefined;
}

const nothingHere = (): ApiError => new ApiError("BAD_REQUEST", "There is nothing at this path", {}, 404);

const pathOf = (request: FastifyRequest): string => request.url.split("?", 1)[0] as string;

const methodsHeader = (url: string): string =>
  (url.startsWith(`${PREFIX}/events`) ? EVENTS_METHODS_HEADER : METHODS_HEADER)["access-control-allow-methods"];

function requestIds(): () => string {
  const process = Math.random().toString(36).slice(2, 6);
  let count = 0;
  return () => `${process}-${(count += 1).toString(36)}`;
}
