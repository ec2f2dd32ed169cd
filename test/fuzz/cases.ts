import { problem } from "#platform/schema/check.ts";
import type { AnyParam } from "#api/parameters/params.ts";
import type { Dice } from "../crash/dice.ts";

/** The parts of JSON Schema that our declarations use. */
export interface Rule {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Rule[];
  readonly items?: Rule;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, Rule>>;
  readonly patternProperties?: Readonly<Record<string, Rule>>;
  readonly required?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

export const ruleOf = ({ schema }: AnyParam): Rule => schema;

/** A text for a parameter, why it is tried, and whether the declaration allows it. */
export interface Case {
  readonly text: string;
  readonly kind: "limit" | "part" | "type" | "odd";
  readonly isAllowed: boolean;
}

/** Far over a limit, without making the request itself too large. */
const FAR = 10;
const MAX_TEXT_LENGTH = 150_000;
const MAX_LIST_LENGTH = 12_000;

/** Values of every JSON type. */
export const TYPES: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, "", "x", [], {}],
  ...[[null], [[]], [{}], [1, "a"], { x: null }, { new: null }],
];

/** Texts that are no JSON, or JSON of a number that does not fit. */
export const ODD_TEXTS: readonly string[] = [
  ...["", " ", "nul", "NaN", "Infinity", "-", "1e400", "-1e400", "0x10", "01", "1 2", "9007199254740993", "-0", "५"],
  ...["[", "[1", '{"a":', '"', "'x'", "[1,]", '{"a":1,"a":2}', '{"__proto__":{}}', '{"constructor":1}', '"\\ud800"'],
  ...['["\\ud800"]', '"\\u0000"', '["\\u0000"]', "[".repeat(5000), `${"[".repeat(5000)}${"]".repeat(5000)}`],
  ...['{"a":'.repeat(3000), "'; drop table account; --", "%", "\\", "../../etc/passwd", "\u202e", "😀"],
];

/** One of the values at, over and far over each limit of a parameter, and of every wrong type. */
export function randomCaseOf(param: AnyParam, dice: Dice): Case {
  const [kind, values] = dice.pick([...valuesOf(param)].filter(([, all]) => all.length > 0));
  return caseOf(param, kind, dice.pick(values));
}

/** At most so many of each kind, others at each turn. */
export function someCasesOf(param: AnyParam, most: Readonly<Record<Case["kind"], number>>, turn: number): Case[] {
  return [...valuesOf(param)].flatMap(([kind, values]) => {
    const start = (turn * most[kind]) % Math.max(1, values.length);
    const some = [...values.slice(start), ...values.slice(0, start)].slice(0, most[kind]);
    return some.map((value) => caseOf(param, kind, value));
  });
}

type Values = ReadonlyMap<Case["kind"], readonly unknown[]>;

const known = new WeakMap<AnyParam, Values>();

function valuesOf(param: AnyParam): Values {
  let values = known.get(param);
  if (values !== undefined) return values;
  const rule = ruleOf(param);
  values = new Map<Case["kind"], readonly unknown[]>([
    ["limit", limitsOf(rule)],
    ["part", partsAtLimits(rule)],
    ["type", TYPES],
    ["odd", ODD_TEXTS],
  ]);
  known.set(param, values);
  return values;
}

function caseOf(param: AnyParam, kind: Case["kind"], value: unknown): Case {
  const isText = typeof value === "string" && (kind === "odd" || !param.isJson);
  const text = isText ? value : JSON.stringify(value);
  return { text, kind, isAllowed: isAllowed(param, text) };
}

/** By the declared schema alone: whatever else a parameter's own function refuses counts as allowed. */
function isAllowed(param: AnyParam, text: string): boolean {
  if (!param.isJson) return problem(param.schema, text, "x") === undefined;
  try {
    return problem(param.schema, JSON.parse(text), "x") === undefined;
  } catch {
    return false;
  }
}

/** The values at, one over and far over each limit of a rule itself. */
function limitsOf(rule: Rule): unknown[] {
  if (rule.anyOf !== undefined) return rule.anyOf.flatMap(limitsOf);
  if (rule.enum !== undefined) return [...rule.enum.slice(0, 3), `${String(rule.enum[0])}x`];
  switch (rule.type) {
    case "string":
      return textsAtLimits(rule);
    case "integer":
    case "number":
      return numbersAtLimits(rule);
    case "array":
      return listsAtLimits(rule);
    default:
      return [];
  }
}

function textsAtLimits({ maxLength, minLength }: Rule): unknown[] {
  const texts = minLength === undefined ? [] : ["", " "];
  if (maxLength === undefined) return texts;
  return [...texts, ...lengthsAt(maxLength, MAX_TEXT_LENGTH).map((length) => "x".repeat(length))];
}

function numbersAtLimits({ minimum, maximum }: Rule): unknown[] {
  const low = minimum === undefined ? [] : [minimum, minimum - 1, minimum - 1e6];
  const high = maximum === undefined ? [] : [maximum, maximum + 1];
  return [...low, ...high, 2 ** 53, 1e300];
}

function listsAtLimits({ maxItems, items = {} }: Rule): unknown[] {
  if (maxItems === undefined) return [];
  return lengthsAt(maxItems, MAX_LIST_LENGTH).map((length) => Array.from({ length }, () => smallest(items)));
}

/** At, over and far over a limit, unless that would be far too much. */
const lengthsAt = (limit: number, most: number): number[] =>
  [limit, limit + 1, limit * FAR].filter((length) => length <= most);

/** The same for the parts of a list or an object, each in an otherwise small value. */
function partsAtLimits(rule: Rule): unknown[] {
  if (rule.anyOf !== undefined) return rule.anyOf.flatMap(partsAtLimits);
  if (rule.type === "array")
    return [...limitsOf(rule.items ?? {}), ...partsAtLimits(rule.items ?? {})].map((item) => [item]);
  if (rule.type !== "object") return [];
  const { properties = {}, required = [] } = rule;
  const whole = Object.fromEntries(required.map((name) => [name, smallest(properties[name] ?? {})]));
  const changed = Object.entries(properties).flatMap(([name, part]) =>
    [...limitsOf(part), ...partsAtLimits(part), ...TYPES].map((value) => ({ ...whole, [name]: value })),
  );
  const without = required.map((name) => Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name)));
  return [whole, { ...whole, unknown: 1 }, ...without, ...changed];
}

/** A small value that the rule allows. */
export function smallest(rule: Rule): unknown {
  if (rule.anyOf !== undefined) return smallest(rule.anyOf[0] ?? {});
  if (rule.const !== undefined) return rule.const;
  if (rule.enum !== undefined) return rule.enum[0];
  switch (rule.type) {
    case "string":
      return rule.minLength === undefined ? "" : "x".repeat(rule.minLength);
    case "integer":
    case "number":
      return Math.max(rule.minimum ?? 0, Math.min(1, rule.maximum ?? 1));
    case "boolean":
      return true;
    case "array":
      return Array.from({ length: rule.minItems ?? 0 }, () => smallest(rule.items ?? {}));
    case "object":
      return Object.fromEntries((rule.required ?? []).map((name) => [name, smallest(rule.properties?.[name] ?? {})]));
    default:
      return null;
  }
}
