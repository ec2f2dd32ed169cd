import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Endpoint, pathNames } from "#api/endpoint.ts";
import { largestBody } from "#api/body-limit.ts";
import type { AnyParam } from "#api/parameters/params.ts";
import { browserEndpoints, endpoints } from "../../src/app.ts";
import { INTEGRATIONS } from "#domains/integrations/incoming/services/all.ts";
import type { CallerKind } from "../fuzz/callers.ts";
import { type Rule, ruleOf } from "../fuzz/cases.ts";
import { FATAL } from "../fuzz/endpoints.ts";
import type { GoodFields } from "../fuzz/generate.ts";
import { encoded } from "../fuzz/request.ts";
import { numbered, SHAPES, type Shape, worstValues } from "./shapes.ts";

/** A request that takes as much work as its sender can cause. */
export interface HeavyCase {
  /** What it is of: an endpoint or an integration. */
  readonly of: string;
  /** Which part of it is large, and how. */
  readonly what: string;
  readonly caller: CallerKind;
  /** The request without its credentials. The number makes it another one, since some things can be done only once. */
  readonly request: (number: number) => HeavyRequest;
}

interface HeavyRequest {
  /** The method and the path. */
  readonly start: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** How many shapes are tried of a short text, and of a long one: others for each parameter. */
export interface Share {
  readonly short: number;
  readonly long: number;
}

export const ALL: Share = { short: SHAPES.length, long: SHAPES.length };
const LONG = 5000;

const FORM = "Content-Type: application/x-www-form-urlencoded";
const MAX_LENGTH_IN_PATH = 1000;
/** For the other parameters of a request. */
const BESIDE = 4096;

/** Polls are no requests like others, and an export goes on in the background. */
const isTried = ({ method, path, isLongpoll, id }: Endpoint): boolean =>
  !FATAL.has(`${method} ${path}`) && isLongpoll !== true && id !== "export-realm";

/** Every parameter of every endpoint at its limit. */
export function* endpointCases(
  goods: GoodFields,
  callerOf: (endpoint: Endpoint) => CallerKind,
  share: Share,
): Generator<HeavyCase> {
  let turn = 0;
  for (const endpoint of [...endpoints, ...browserEndpoints].filter(isTried)) {
    for (const [name, param] of Object.entries(endpoint.params)) {
      const most = longestText(ruleOf(param));
      const count = most === 0 ? 1 : most < LONG ? share.short : share.long;
      for (const shape of someShapes(count, (turn += 1))) {
        for (const value of largestValues(endpoint, param, shape))
          yield endpointCase(endpoint, callerOf(endpoint), goods.get(endpoint) ?? {}, { name, param, value, shape });
      }
    }
  }
}

/** Those at equal distances, which begin elsewhere at each turn. */
function someShapes(count: number, turn: number): Shape[] {
  const distance = SHAPES.length / count;
  return Array.from({ length: count }, (_, at) => SHAPES[Math.floor(at * distance + turn) % SHAPES.length] as Shape);
}

/** The length of the longest text in a value; 0 if there is none. */
function longestText(rule: Rule): number {
  const parts = [...(rule.anyOf ?? []), ...(rule.items === undefined ? [] : [rule.items])];
  const fields = [...Object.values(rule.properties ?? {}), ...Object.values(rule.patternProperties ?? {})];
  const own = rule.type === "string" ? (rule.maxLength ?? LONG) : rule.patternProperties === undefined ? 0 : LONG;
  return Math.max(own, ...[...parts, ...fields].map(longestText));
}

/** What fits into a body. A value that is too large is made again, with fewer characters. */
function largestValues(endpoint: Endpoint, param: AnyParam, shape: Shape): unknown[] {
  const { params, auth, takesBody } = endpoint;
  const most = largestBody({ params, auth, ...(takesBody !== undefined && { takesBody }) }) - BESIDE;
  const size = (value: unknown) => Buffer.byteLength(formText(textOf(param, value)));
  const values = worstValues(ruleOf(param), shape, most);
  const largest = Math.max(...values.map(size));
  return largest <= most ? values : worstValues(ruleOf(param), shape, Math.floor((most * most) / largest));
}

/** A text of a form, with only those characters escaped that would end it: a body has room for more of them. */
const formText = (text: string): string =>
  text.toWellFormed().replace(/[%&+]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);

const textOf = ({ isJson }: AnyParam, value: unknown): string =>
  isJson || typeof value !== "string" ? JSON.stringify(value) : value;

interface LargePart {
  readonly name: string;
  readonly param: AnyParam;
  readonly value: unknown;
  readonly shape: Shape;
}

function endpointCase(
  endpoint: Endpoint,
  caller: CallerKind,
  good: Readonly<Record<string, string>>,
  { name, param, value, shape }: LargePart,
): HeavyCase {
  const inPath = pathNames(endpoint.path);
  return {
    of: `${endpoint.method} ${endpoint.path}`,
    what: `${name} of ${JSON.stringify(shape.name)}`,
    caller,
    request(number) {
      const texts: Record<string, string> = { ...good, [name]: textOf(param, numbered(value, number)) };
      const path = inPath.reduce(
        (target, part) =>
          target.replace(`{${part}}`, encoded((texts[part] ?? "1").slice(0, MAX_LENGTH_IN_PATH)) || "x"),
        endpoint.path,
      );
      const fields = Object.entries(texts).filter(([part]) => !inPath.includes(part));
      const body = fields.map(([part, text]) => `${part}=${formText(text)}`).join("&");
      return { start: `${endpoint.method} {prefix}${path}`, headers: [FORM], body: Buffer.from(body) };
    },
  };
}

const FIXTURES = join(import.meta.dirname, "../../src/domains/integrations/incoming/fixtures");
const MAX_EVENT_BYTES = 1024 * 1024;
/** Many patterns of many wildcards, none of which matches. */
const PATTERNS = encodeURIComponent(JSON.stringify(Array.from({ length: 50 }, (_, at) => `${"*a".repeat(49)}${at}`)));

interface Fixture {
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload: unknown;
}

/** One text in so many of the payloads of every integration, each as large as a request may be, of so many shapes. */
export function* webhookCases(distance: number, shapes: number): Generator<HeavyCase> {
  let turn = 0;
  for (const { name } of INTEGRATIONS) {
    const fixtures = JSON.parse(readFileSync(join(FIXTURES, `${name}.json`), "utf8")) as Record<string, Fixture>;
    for (const [title, { headers = {}, payload }] of Object.entries(fixtures)) {
      const all = JSON.stringify(payload);
      for (const path of pathsOfTexts(payload)) {
        turn += 1;
        if (turn % distance !== 0) continue;
        for (const shape of someShapes(shapes, turn)) {
          yield {
            of: `POST /external/${name}`,
            what: `${title}, ${path.join(".")} of ${JSON.stringify(shape.name)}`,
            caller: "webhook",
            request: () => ({
              start: `POST {prefix}/external/${name}?exclude_events=${PATTERNS}`,
              headers: [
                "Content-Type: application/json",
                ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
              ],
              body: Buffer.from(
                JSON.stringify(withText(payload, path, largestJson(shape, MAX_EVENT_BYTES - all.length - 100))),
              ),
            }),
          };
        }
      }
    }
  }
}

function largestJson(shape: Shape, most: number): string {
  const size = (text: string) => Buffer.byteLength(JSON.stringify(text));
  const text = shape.text(most);
  return size(text) <= most ? text : shape.text(Math.floor((most * most) / size(text)));
}

function pathsOfTexts(value: unknown): string[][] {
  if (typeof value === "string") return [[]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => pathsOfTexts(part).map((path) => [key, ...path]));
}

function withText(value: unknown, [key, ...rest]: readonly string[], text: string): unknown {
  if (key === undefined) return text;
  const entries = Object.entries(value as object).map(
    ([name, part]) => [name, name === key ? withText(part, rest, text) : (part as unknown)] as const,
  );
  return Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries);
}
