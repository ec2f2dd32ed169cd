import { type Endpoint, pathNames } from "#api/endpoint.ts";
import type { AnyParam } from "#api/parameters/params.ts";
import type { Dice } from "../crash/dice.ts";
import { CALLERS, type CallerKind } from "./callers.ts";
import { ODD_TEXTS, randomCaseOf, type Rule, ruleOf, smallest, TYPES } from "./cases.ts";
import { encoded, type Encoding, type Field, type FuzzRequest } from "./request.ts";

/** What a good call of each endpoint sends, as texts. */
export type GoodFields = ReadonlyMap<Endpoint, Readonly<Record<string, string>>>;

/** Values whose encoding is odd, so that they stand as they are sent. */
const ODD_ENCODINGS = ["%ED%A0%80", "%FF%FE", "%00", "a%00b", "%zz", "%", "%u0041", "+", "%C0%80", "%F0%9F", "%0d%0a"];
const ODD_HEADERS = [
  "Idempotency-Key: a-key-of-the-fuzzer",
  'Idempotency-Key: "quoted"',
  "Idempotency-Key: with space",
  "Accept-Encoding: gzip",
  "User-Agent: SvcMobile/",
  "User-Agent: (((",
  "X-Forwarded-For: 1.2.3.4, , unknown",
  "Accept-Language: ;;;q=x",
  "Range: bytes=9-1",
  "If-None-Match: *",
  "Content-Language: x",
];
/** Mostly people who may call the endpoint, so that the request gets far. */
const FREQUENT: readonly CallerKind[] = ["owner", "owner", "administrator", "member", "browser", "guest", "bot"];
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** A request that is good but for a few of its parts. */
export function fuzzRequest(dice: Dice, endpoints: readonly Endpoint[], goods: GoodFields): FuzzRequest {
  const endpoint = dice.pick(endpoints);
  const good = goods.get(endpoint) ?? {};
  const caller = dice.chance(0.7) ? dice.pick(FREQUENT) : dice.pick(CALLERS);
  const inPath = pathNames(endpoint.path);
  const names = Object.keys(endpoint.params);
  const wrong = new Set(names.length === 0 ? [] : dice.some(names, 2));
  const fields: Field[] = [];
  let { path } = endpoint;
  for (const [name, param] of Object.entries(endpoint.params)) {
    const value = valueOf(dice, param, good[name], wrong.has(name));
    if (inPath.includes(name)) path = path.replace(`{${name}}`, value ?? encoded(good[name] ?? "1"));
    else if (value !== undefined) fields.push([dice.chance(0.03) ? (param.alias ?? name) : name, value]);
  }
  const isPoll = endpoint.isLongpoll === true;
  return {
    endpoint,
    caller,
    path: dice.chance(0.01) ? oddPath(dice, path) : path,
    method: dice.chance(0.01) && !isPoll ? dice.pick([...METHODS, "HEAD", "OPTIONS"]) : endpoint.method,
    fields: isPoll ? [...fields, ["dont_block", "true"]] : withOddFields(dice, fields),
    encoding: encodingFor(dice, endpoint),
    headers: dice.chance(0.15) ? [dice.pick(ODD_HEADERS)] : [],
  };
}

function encodingFor(dice: Dice, { method }: Endpoint): Encoding {
  if (method === "GET") return "query";
  if (dice.chance(0.8)) return "form";
  return dice.pick<Encoding>(["query", "multipart", "multipart", "json"]);
}

/** The encoded value of a parameter, or undefined to leave it out. */
function valueOf(dice: Dice, param: AnyParam, good: string | undefined, isWrong: boolean): string | undefined {
  if (!isWrong) {
    if (good !== undefined) return encoded(good);
    return param.required || dice.chance(0.15) ? encoded(textOf(param, randomValue(dice, ruleOf(param)))) : undefined;
  }
  const kind = dice.between(0, 9);
  if (kind === 0) return undefined;
  if (kind === 1) return dice.pick(ODD_ENCODINGS);
  if (kind <= 5) return encoded(randomCaseOf(param, dice).text);
  if (kind <= 7 && good !== undefined) return encoded(changedText(dice, good));
  if (kind === 8) return encoded(String(dice.between(0, 60)));
  return encoded(textOf(param, randomValue(dice, ruleOf(param))));
}

const textOf = ({ isJson }: AnyParam, value: unknown): string =>
  isJson || typeof value !== "string" ? JSON.stringify(value) : value;

/** A value that the rule allows, for the most part. */
function randomValue(dice: Dice, rule: Rule): unknown {
  if (rule.anyOf !== undefined) return randomValue(dice, dice.pick(rule.anyOf));
  if (rule.enum !== undefined) return dice.pick(rule.enum);
  switch (rule.type) {
    case "string":
      return dice.pick(["x", "general", "two words", "@**all**", "a@elsinore.example", "😀", "#ffffff", "", "1"]);
    case "integer":
    case "number":
      return dice.pick([rule.minimum ?? 0, rule.maximum ?? 9, 1, 2, 11, dice.between(0, 60)]);
    case "boolean":
      return dice.chance(0.5);
    case "array":
      return Array.from({ length: dice.between(rule.minItems ?? 0, 3) }, () => randomValue(dice, rule.items ?? {}));
    case "object":
      return Object.fromEntries(
        Object.entries(rule.properties ?? {}).flatMap(([name, part]) =>
          rule.required?.includes(name) === true || dice.chance(0.4) ? [[name, randomValue(dice, part)]] : [],
        ),
      );
    default:
      return rule.const ?? smallest(rule);
  }
}

/** The same JSON with one part replaced, or the same text with one character changed. */
function changedText(dice: Dice, text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return JSON.stringify(changed(dice, value));
  } catch {
    // It is no JSON.
  }
  const at = dice.between(0, text.length);
  return `${text.slice(0, at)}${dice.pick(["", "\0", "\n", "😀", "*", "`", "<", "|", "\\", '"', "9"])}${text.slice(at + 1)}`;
}

function changed(dice: Dice, value: unknown): unknown {
  if (typeof value !== "object" || value === null || dice.chance(0.2)) return dice.pick([...TYPES, ...ODD_TEXTS]);
  const keys = Object.keys(value);
  if (keys.length === 0) return dice.pick(TYPES);
  const key = dice.pick(keys);
  const part = changed(dice, (value as Record<string, unknown>)[key]);
  return Array.isArray(value)
    ? value.map((item: unknown, index) => (String(index) === key ? part : item))
    : { ...value, [key]: part };
}

function oddPath(dice: Dice, path: string): string {
  const at = dice.between(1, path.length);
  return `${path.slice(0, at)}${dice.pick(["/", "//", "%2F", "%00", "..", "%2e%2e", "%zz", ";x", "x", "%F0"])}${path.slice(at)}`;
}

/** Repeats a field, or adds one that the endpoint does not know. */
function withOddFields(dice: Dice, fields: readonly Field[]): readonly Field[] {
  if (dice.chance(0.05)) return [...fields, [dice.pick(["client", "unknown", "__proto__", "%00", ""]), "x"]];
  const repeated = dice.chance(0.05) ? fields.slice(0, 1) : [];
  return [...fields, ...repeated];
}
