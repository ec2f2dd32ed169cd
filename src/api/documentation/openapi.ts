import { BROWSER_PREFIX, PREFIX } from "#http/exchange.ts";
import { USER_HEADER } from "../browser/same-user.ts";
import { Type } from "#platform/schema/type.ts";
import type { TSchema } from "#platform/schema/type.ts";
import { type Auth, type Endpoint, pathNames } from "../endpoint.ts";
import { ERROR_STATUS, type ErrorCode } from "#platform/errors.ts";
import { MAX_KEY_LENGTH } from "../repeats/keyed-request.ts";
import { OPERATION_TAGS, OUTGOING_TAG, tagOf } from "./operation-tags.ts";
import type { AnyParam } from "../parameters/params.ts";

/** A request that this server sends to others. */
export interface OutgoingCall {
  readonly name: string;
  readonly summary: string;
  readonly payload: TSchema;
  readonly answer: TSchema;
  /** What Parley does with the other server's answer. */
  readonly aboutAnswer: string;
}

export interface Documented {
  readonly endpoints: readonly Endpoint[];
  readonly browserEndpoints: readonly Endpoint[];
}

/** The OpenAPI 3.1 document, derived from the declarations. */
export function openApiDocument(documented: Documented, calls: readonly OutgoingCall[], version: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  const describe = (prefix: string, all: readonly Endpoint[]) => {
    for (const endpoint of all) {
      const path = (paths[prefix + endpoint.path] ??= {});
      path[endpoint.method.toLowerCase()] = operationOf(endpoint);
    }
  };
  describe(PREFIX, documented.endpoints);
  describe(BROWSER_PREFIX, documented.browserEndpoints);
  return {
    openapi: "3.1.0",
    info: {
      title: "Parley",
      version,
      description: "Team chat: channels with topics, direct messages, users, groups and event queues.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    security: [{ basic: [] }, { bearer: [] }],
    tags: OPERATION_TAGS.map(({ name, description }) => ({ name, description })),
    paths,
    webhooks: Object.fromEntries(calls.map((call) => [call.name, { post: outgoingOf(call) }])),
    components: {
      securitySchemes: {
        basic: { type: "http", scheme: "basic", description: "API email and API key." },
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "An API key that somebody has created, without an email.",
        },
        session: { type: "apiKey", in: "cookie", name: "__Host-parley", description: COOKIE },
      },
      schemas: { Error: errorSchema },
    },
  };
}

const COOKIE =
  `For browsers: every path below ${PREFIX} is also there below ${BROWSER_PREFIX}, where the cookie that ` +
  `POST ${BROWSER_PREFIX}/login sets takes the place of the API key (over plain http to another machine it is called ` +
  "`parley`). There, requests other than GET need `Sec-Fetch-Site: same-origin`, or an `Origin` that is this " +
  "server's where the browser does not send that; others are refused with CSRF_FAILED. A request that names a user ID " +
  `in the header \`${USER_HEADER}\` is refused with OTHER_USER where the session is another user's; answers name the user there.`;

const errorSchema = Type.Object({
  result: Type.Literal("error"),
  msg: Type.String(),
  code: Type.String(),
});

/**
 * The documents of this API family describe the payload as the content of the response, and generators made for them
 * look for it there, so that it stands beside the answer, too. A server that sends the payload back says nothing by it.
 */
const outgoingOf = ({ name, summary, payload, answer, aboutAnswer }: OutgoingCall) => ({
  operationId: name,
  summary,
  tags: [OUTGOING_TAG.name],
  security: [],
  requestBody: { required: true, content: { "application/json": { schema: payload } } },
  responses: {
    200: {
      description: aboutAnswer,
      content: { "application/json": { schema: Type.Union([answer, payload]) } },
    },
  },
});

function operationOf(endpoint: Endpoint) {
  const inPath = new Set(pathNames(endpoint.path));
  const named = Object.entries(endpoint.params).flatMap(([name, param]) => withAlias(name, param));
  const inQuery = endpoint.method === "GET" || endpoint.takesBody !== undefined;
  const parameters = named
    .filter(([name]) => inPath.has(name) || inQuery)
    .map(([name, param]) => parameterOf(name, param, inPath.has(name)));
  const shown = endpoint.idempotent === undefined ? parameters : [...parameters, keyHeader];
  const form = named.filter(([name]) => !inPath.has(name) && !inQuery);
  const tag = tagOf(endpoint.path);
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    ...(tag !== undefined && { tags: [tag] }),
    ...(endpoint.since !== undefined && { "x-since-feature-level": endpoint.since }),
    ...(endpoint.emits.length > 0 && { "x-emits": endpoint.emits }),
    ...(endpoint.auth === "none" && { security: [] }),
    "x-auth": endpoint.auth,
    "x-scopes": scopesOf(endpoint),
    ...(endpoint.isChannelBound === true && { "x-channel-bound": true }),
    ...(endpoint.audits !== undefined && { "x-audits": endpoint.audits }),
    ...(shown.length > 0 && { parameters: shown }),
    ...((form.length > 0 || endpoint.file !== undefined) && { requestBody: bodyOf(form, endpoint.file) }),
    ...(endpoint.takesBody !== undefined && { requestBody: BODY_OF_ANOTHER_SERVICE }),
    responses: { 200: successOf(endpoint), ...errorsOf(endpoint) },
  };
}

/** The scopes that an API key must have, all of them; null where no key with scopes will do. */
function scopesOf({ scope }: Endpoint): readonly string[] | null {
  if (scope === "full") return null;
  if (scope === "any" || scope === "none") return [];
  return typeof scope === "string" ? [scope] : scope;
}

const BODY_OF_ANOTHER_SERVICE = {
  description: "The event as the service sends it.",
  content: { "application/json": { schema: {} } },
};

const keyHeader = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "A word of the client's own, such as a UUID. The same request of the same user under the same key happens once within " +
    "a day, also if it is sent again because its answer was lost, and is answered the same, with `Idempotency-Replayed: " +
    "true`. Another request under the key is refused with IDEMPOTENCY_KEY_REUSED.",
  schema: { type: "string", minLength: 1, maxLength: MAX_KEY_LENGTH },
};

const withAlias = (name: string, param: AnyParam): [string, AnyParam][] =>
  param.alias === undefined
    ? [[name, param]]
    : [
        [name, param],
        [param.alias, { ...param, required: false, about: `Older name of \`${name}\`.` }],
      ];

function parameterOf(name: string, param: AnyParam, isPath: boolean) {
  const place = isPath ? { in: "path", required: true } : { in: "query", required: param.required };
  const schema = { ...param.schema, ...(param.fallback !== undefined && { default: param.fallback }) };
  // Lists and objects are sent as JSON text.
  const isText = isPath || !param.isJson;
  return {
    name,
    ...place,
    description: param.about,
    ...(isText ? { schema } : { content: { "application/json": { schema } } }),
  };
}

function bodyOf(form: readonly [string, AnyParam][], file: string | undefined) {
  const required = form.filter(([, param]) => param.required).map(([name]) => name);
  const properties = Object.fromEntries(
    form.map(([name, param]) => [
      name,
      { ...param.schema, description: param.about, ...(param.fallback !== undefined && { default: param.fallback }) },
    ]),
  );
  const encoding = Object.fromEntries(
    form.filter(([, { isJson }]) => isJson).map(([name]) => [name, { contentType: "application/json" }]),
  );
  const schema = { type: "object", properties, ...(required.length > 0 && { required }) };
  if (file !== undefined) {
    const binary = { type: "string", contentMediaType: "application/octet-stream", description: file };
    return {
      content: { "multipart/form-data": { schema: { ...schema, properties: { ...properties, file: binary } } } },
    };
  }
  return {
    content: { "application/x-www-form-urlencoded": { schema, encoding }, "multipart/form-data": { schema, encoding } },
  };
}

const commonFields: Readonly<Record<string, TSchema>> = {
  result: Type.Literal("success"),
  msg: Type.String(),
  ignored_parameters_unsupported: Type.Optional(Type.Array(Type.String())),
};

function successOf(endpoint: Endpoint) {
  const schema = Type.Object({ ...commonFields, ...endpoint.result });
  return { description: "Success.", content: { "application/json": { schema } } };
}

/** The errors that every endpoint with authentication may return. */
const FOR_EVERYONE: readonly ErrorCode[] = [
  // Credentials of another scheme, and parameters that are not encoded as they should be.
  "BAD_REQUEST",
  "UNAUTHORIZED",
  "INVALID_API_KEY",
  "USER_DEACTIVATED",
  "REALM_DEACTIVATED",
  "RATE_LIMIT_HIT",
];

/** Those that callers get whom the endpoint is not for. */
const FOR_OTHERS: Partial<Record<Auth, readonly ErrorCode[]>> = {
  human: ["BAD_REQUEST"],
  member: ["BAD_REQUEST"],
  human_member: ["BAD_REQUEST"],
  administrator: ["UNAUTHORIZED_PRINCIPAL"],
  owner: ["UNAUTHORIZED_PRINCIPAL"],
};

/** Every error code that callers of an endpoint may get. */
export function errorCodesOf(endpoint: Endpoint): ReadonlySet<ErrorCode> {
  const needsParams = Object.values(endpoint.params).some(({ required }) => required);
  return new Set<ErrorCode>([
    ...endpoint.errors,
    ...(needsParams ? (["REQUEST_VARIABLE_MISSING"] as const) : []),
    ...(endpoint.auth === "none" ? [] : FOR_EVERYONE),
    ...(endpoint.scope === "none" || endpoint.scope === "any" ? [] : (["INSUFFICIENT_SCOPE"] as const)),
    ...(FOR_OTHERS[endpoint.auth] ?? []),
    ...(endpoint.idempotent === undefined ? [] : (["IDEMPOTENCY_KEY_REUSED"] as const)),
  ]);
}

function errorsOf(endpoint: Endpoint) {
  const byStatus = Map.groupBy(errorCodesOf(endpoint), (code) => ERROR_STATUS[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      {
        description: list.join(", "),
        content: {
          "application/json": {
            schema: { allOf: [{ $ref: "#/components/schemas/Error" }, { properties: { code: { enum: list } } }] },
          },
        },
      },
    ]),
  );
}
