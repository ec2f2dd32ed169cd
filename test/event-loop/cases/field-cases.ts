import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Endpoint, pathNames } from "#api/endpoint.ts";
import { largestBody } from "#api/body-limit.ts";
import { browserEndpoints, endpoints } from "../../../src/app.ts";
import type { CallerKind } from "../../fuzz/callers.ts";
import { type GoodFields } from "../../fuzz/generate.ts";
import { encoded } from "../../fuzz/request.ts";
import { isTried } from "./endpoint-cases.ts";
import { bytesAtMost, FORM, type HeavyCase, type HeavyRequest } from "./heavy-case.ts";
import { SHAPES, type Shape, someShapes } from "./shapes.ts";

/** What the head of a request may have beside its credentials. */
const MAX_HEAD_BYTES = 60_000;
const MAX_SMALL_HEAD_BYTES = 15_000;

/** Fields of forms and queries: as many as fit, whatever an endpoint declares. */
const FIELDS: Readonly<Record<string, (most: number) => string>> = {
  "distinct names": (most) => Array.from({ length: Math.floor(most / 9) }, (_, at) => `a${at}=1`).join("&"),
  "one name": (most) => "a=1&".repeat(Math.floor(most / 4)),
  "names without values": (most) => "a&".repeat(Math.floor(most / 2)),
  separators: (most) => "&".repeat(most),
  "equal signs": (most) => "=".repeat(most),
  escapes: (most) => "%41".repeat(Math.floor(most / 3)),
  "broken escapes": (most) => "%4".repeat(Math.floor(most / 2)),
  "bytes that are no text": (most) => "%ff".repeat(Math.floor(most / 3)),
  "plus signs": (most) => "+".repeat(most),
  "keys of JSON": (most) =>
    `a=${JSON.stringify(Object.fromEntries(Array.from({ length: Math.floor(most / 14) }, (_, at) => [`key${at}`, 1])))}`,
};

/** Every endpoint with as many fields as fit into its query and its body, so many kinds of them for each. */
export function* fieldCases(
  goods: GoodFields,
  callerOf: (endpoint: Endpoint) => CallerKind,
  kinds: number,
): Generator<HeavyCase> {
  const all = Object.entries(FIELDS);
  let turn = 0;
  for (const endpoint of [...endpoints, ...browserEndpoints].filter(isTried)) {
    const path = pathNames(endpoint.path).reduce(
      (filled, name) => filled.replace(`{${name}}`, encoded(goods.get(endpoint)?.[name] ?? "1")),
      endpoint.path,
    );
    const start = `${endpoint.method} {prefix}${path}`;
    const base = { of: `${endpoint.method} ${endpoint.path}`, caller: callerOf(endpoint) };
    for (let kind = 0; kind < kinds; kind += 1) {
      const [what, fields] = all[(turn += 1) % all.length] as (typeof all)[number];
      yield {
        ...base,
        what: `query of ${what}`,
        request: () => ({ start: `${start}?${fields(MAX_SMALL_HEAD_BYTES)}`, headers: [], body: EMPTY }),
      };
      if (endpoint.method === "GET") continue;
      const most = largestBody(endpoint);
      yield {
        ...base,
        what: `form of ${what}`,
        request: () => ({ start, headers: [FORM], body: Buffer.from(fields(most).slice(0, most)) }),
      };
    }
  }
}

const EMPTY = Buffer.alloc(0);
const SOURCES = join(import.meta.dirname, "../../../src");

/** The headers of requests that the sources name. */
export function headerNames(): string[] {
  const names = new Set([
    "host",
    "cookie",
    "content-length",
    "transfer-encoding",
    "expect",
    "connection",
    "upgrade",
    "te",
  ]);
  for (const file of globSync("**/*.ts", { cwd: SOURCES })) {
    const text = readFileSync(join(SOURCES, file), "utf8");
    for (const [, name = ""] of text.matchAll(/headers\??\.?\[?["']?([a-z][a-z-]+)["']?\]?/g)) names.add(name);
    for (const [, name = ""] of text.matchAll(/_HEADER = "([A-Za-z-]+)"/g)) names.add(name.toLowerCase());
  }
  return [...names];
}

/** What a path is asked for with these headers: a page, a file of the client, the API by a key and by a cookie. */
const TARGETS: readonly (readonly [caller: CallerKind, start: string])[] = [
  ["member", "GET {prefix}/users/me"],
  ["browser", "GET {prefix}/users/me"],
  ["member", "POST {prefix}/messages/render"],
  ["nobody", "POST /register"],
  ["nobody", "GET /"],
];

/** Every header that the server reads at the limit of a head, of so many shapes, and as many headers as fit. */
export function* headerCases(shapes: number): Generator<HeavyCase> {
  let turn = 0;
  for (const [caller, start] of TARGETS) {
    const base = { of: start.replace("{prefix}", ""), caller };
    const withLines = (lines: readonly string[]): HeavyRequest => ({ start, headers: lines, body: EMPTY });
    yield {
      ...base,
      what: "many headers",
      request: () => withLines(Array.from({ length: 5000 }, (_, at) => `a${at}: b`)),
    };
    yield {
      ...base,
      what: "one header many times",
      request: () => withLines(Array.from({ length: 5000 }, () => "cookie: a=b")),
    };
    for (const name of headerNames()) {
      for (const shape of someShapes(Math.min(shapes, SHAPES.length), (turn += 1))) {
        for (const most of [MAX_HEAD_BYTES, MAX_SMALL_HEAD_BYTES]) {
          yield {
            ...base,
            what: `${name} of ${most} bytes of ${JSON.stringify(shape.name)}`,
            request: () => withLines([`${name}: ${lineOf(shape, most)}`]),
          };
        }
      }
    }
  }
}

/** As bytes, each a character of Latin 1, as heads are written. */
const lineOf = (shape: Shape, most: number): string =>
  bytesAtMost(most, (length) => shape.text(length).replace(/[\r\n\0]/g, " ")).toString("latin1");
