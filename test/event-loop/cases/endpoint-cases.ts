import { type Endpoint, pathNames } from "#api/endpoint.ts";
import { largestBody } from "#api/body-limit.ts";
import type { AnyParam } from "#api/parameters/params.ts";
import { browserEndpoints, endpoints } from "../../../src/app.ts";
import type { CallerKind } from "../../fuzz/callers.ts";
import { type Rule, ruleOf } from "../../fuzz/cases.ts";
import { FATAL } from "../../fuzz/endpoints.ts";
import type { GoodFields } from "../../fuzz/generate.ts";
import { encoded } from "../../fuzz/request.ts";
import { FORM, formText, type HeavyCase } from "./heavy-case.ts";
import { numbered, SHAPES, type Shape, someShapes, worstValues } from "./shapes.ts";

/** How many shapes are tried of a short text, and of a long one: others for each parameter. */
export interface Share {
  readonly short: number;
  readonly long: number;
}

export const ALL: Share = { short: SHAPES.length, long: SHAPES.length };
const LONG = 5000;

const MAX_LENGTH_IN_PATH = 1000;
/** For the other parameters of a request. */
const BESIDE = 4096;

/** Polls are no requests like others, and an export goes on in the background. */
export const isTried = ({ method, path, isLongpoll, id }: Endpoint): boolean =>
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
