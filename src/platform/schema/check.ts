import { isLongerThan } from "../characters.ts";
import type { TSchema } from "./type.ts";

/** The parts of JSON Schema that our declarations use. */
interface SchemaRule {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly SchemaRule[];
  readonly items?: SchemaRule;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, SchemaRule>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | SchemaRule;
  readonly patternProperties?: Readonly<Record<string, SchemaRule>>;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The first thing that is wrong with a value, as a sentence that says where, or undefined. No value is coerced. */
export const problem = (schema: TSchema, value: unknown, name: string): string | undefined =>
  look(schema, value)?.(name);

/**
 * What is wrong, given where the value is. Only a value that is wrong needs the names of its places: to write one for each
 * of the 150,000 IDs that a request can contain would take 50 ms.
 */
type Problem = (at: string) => string;

const invalid: Problem = (at) => `Invalid ${at}`;
const isNot =
  (what: string): Problem =>
  (at) =>
    `${at} is not ${what}`;
const NOT = {
  null: isNot("null"),
  boolean: isNot("a boolean"),
  integer: isNot("an integer"),
  number: isNot("a number"),
  string: isNot("a string"),
  list: isNot("a list"),
  dict: isNot("a dict"),
};

function look(rule: SchemaRule, value: unknown): Problem | undefined {
  if (rule.anyOf !== undefined) return lookAtForms(rule.anyOf, value);
  if (rule.const !== undefined) return value === rule.const ? undefined : invalid;
  if (rule.enum !== undefined) return rule.enum.includes(value) ? undefined : invalid;
  switch (rule.type) {
    case "null":
      return value === null ? undefined : NOT.null;
    case "boolean":
      return typeof value === "boolean" ? undefined : NOT.boolean;
    case "integer":
      return Number.isInteger(value) ? lookAtSize(rule, value as number) : NOT.integer;
    case "number":
      return typeof value === "number" ? lookAtSize(rule, value) : NOT.number;
    case "string":
      return typeof value === "string" ? lookAtText(rule, value) : NOT.string;
    case "array":
      return Array.isArray(value) ? lookAtList(rule, value) : NOT.list;
    case "object":
      return isObject(value) ? lookAtObject(rule, value) : NOT.dict;
    default:
      return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function lookAtForms(forms: readonly SchemaRule[], value: unknown): Problem | undefined {
  const problems = forms.map((form) => look(form, value));
  if (problems.includes(undefined)) return undefined;
  return forms.length === 2 && forms[1]?.type === "null"
    ? problems[0]
    : (at) => `${at} does not have the expected format`;
}

function lookAtSize(rule: SchemaRule, value: number): Problem | undefined {
  if (rule.minimum !== undefined && value < rule.minimum) return (at) => `${at} is too small`;
  if (rule.maximum !== undefined && value > rule.maximum) return (at) => `${at} is too large`;
  return undefined;
}

function lookAtText(rule: SchemaRule, value: string): Problem | undefined {
  const { minLength, maxLength } = rule;
  if (minLength === 1 && value.trim() === "") return (at) => `${at} cannot be blank`;
  // PostgreSQL cannot store NUL, and no text needs it.
  if (value.includes("\0")) return (at) => `${at} must not contain null characters`;
  // JSON can contain lone surrogates, which would be stored as something else.
  if (!value.isWellFormed()) return (at) => `${at} must not contain parts of characters`;
  if (maxLength !== undefined && isLongerThan(value, maxLength)) {
    return (at) => `${at} is too long (limit: ${maxLength} characters)`;
  }
  return undefined;
}

function lookAtList({ items, minItems, maxItems }: SchemaRule, value: readonly unknown[]): Problem | undefined {
  if (maxItems !== undefined && value.length > maxItems)
    return (at) => `${at} has too many entries (limit: ${maxItems})`;
  if (minItems !== undefined && value.length < minItems) return (at) => `${at} has too few entries`;
  if (items === undefined) return undefined;
  for (let index = 0; index < value.length; index += 1) {
    const wrong = look(items, value[index]);
    if (wrong !== undefined) return (at) => wrong(`${at}[${index}]`);
  }
  return undefined;
}

function lookAtObject(rule: SchemaRule, value: Record<string, unknown>): Problem | undefined {
  for (const name of rule.required ?? []) {
    if (!Object.hasOwn(value, name)) return (at) => `${at}["${name}"] field is missing`;
  }
  for (const [name, field] of Object.entries(value)) {
    const declared = ownRule(rule.properties, name) ?? valueRule(rule);
    if (declared === undefined) {
      if (rule.additionalProperties === false) return (at) => `${at}["${name}"] is an unexpected argument`;
      continue;
    }
    const wrongName = lookAtText({}, name);
    if (wrongName !== undefined) return (at) => wrongName(`A key of ${at}`);
    const wrong = look(declared, field);
    if (wrong !== undefined) return (at) => wrong(`${at}["${name}"]`);
  }
  return undefined;
}

/**
 * Own properties only: every object inherits `constructor` and `__proto__`, which would be found as rules without
 * constraints.
 */
const ownRule = (properties: SchemaRule["properties"], name: string): SchemaRule | undefined =>
  properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;

/** The rule for the values of a map. */
function valueRule(rule: SchemaRule): SchemaRule | undefined {
  if (typeof rule.additionalProperties === "object") return rule.additionalProperties;
  return rule.patternProperties === undefined ? undefined : Object.values(rule.patternProperties)[0];
}
