import { isLongerThan } from "#platform/characters.ts";
import type { TSchema } from "#platform/schema/type.ts";

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
export function problem(schema: TSchema, value: unknown, name: string): string | undefined {
  return look(schema, value, name);
}

function look(rule: SchemaRule, value: unknown, at: string): string | undefined {
  if (rule.anyOf !== undefined) return lookAtForms(rule.anyOf, value, at);
  if (rule.const !== undefined) return value === rule.const ? undefined : `Invalid ${at}`;
  if (rule.enum !== undefined) return rule.enum.includes(value) ? undefined : `Invalid ${at}`;
  switch (rule.type) {
    case "null":
      return value === null ? undefined : `${at} is not null`;
    case "boolean":
      return typeof value === "boolean" ? undefined : `${at} is not a boolean`;
    case "integer":
      return Number.isInteger(value) ? lookAtSize(rule, value as number, at) : `${at} is not an integer`;
    case "number":
      return typeof value === "number" ? lookAtSize(rule, value, at) : `${at} is not a number`;
    case "string":
      return typeof value === "string" ? lookAtText(rule, value, at) : `${at} is not a string`;
    case "array":
      return Array.isArray(value) ? lookAtList(rule, value, at) : `${at} is not a list`;
    case "object":
      return isObject(value) ? lookAtObject(rule, value, at) : `${at} is not a dict`;
    default:
      return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function lookAtForms(forms: readonly SchemaRule[], value: unknown, at: string): string | undefined {
  const problems = forms.map((form) => look(form, value, at));
  if (problems.includes(undefined)) return undefined;
  return forms.length === 2 && forms[1]?.type === "null" ? problems[0] : `${at} does not have the expected format`;
}

function lookAtSize(rule: SchemaRule, value: number, at: string): string | undefined {
  if (rule.minimum !== undefined && value < rule.minimum) return `${at} is too small`;
  if (rule.maximum !== undefined && value > rule.maximum) return `${at} is too large`;
  return undefined;
}

function lookAtText(rule: SchemaRule, value: string, at: string): string | undefined {
  if (rule.minLength === 1 && value.trim() === "") return `${at} cannot be blank`;
  // PostgreSQL cannot store NUL, and no text needs it.
  if (value.includes("\0")) return `${at} must not contain null characters`;
  // JSON can contain lone surrogates, which would be stored as something else.
  if (!value.isWellFormed()) return `${at} must not contain parts of characters`;
  if (rule.maxLength !== undefined && isLongerThan(value, rule.maxLength)) {
    return `${at} is too long (limit: ${rule.maxLength} characters)`;
  }
  return undefined;
}

function lookAtList(rule: SchemaRule, value: readonly unknown[], at: string): string | undefined {
  if (rule.maxItems !== undefined && value.length > rule.maxItems)
    return `${at} has too many entries (limit: ${rule.maxItems})`;
  if (rule.minItems !== undefined && value.length < rule.minItems) return `${at} has too few entries`;
  if (rule.items === undefined) return undefined;
  for (const [index, item] of value.entries()) {
    const wrong = look(rule.items, item, `${at}[${index}]`);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function lookAtObject(rule: SchemaRule, value: Record<string, unknown>, at: string): string | undefined {
  for (const name of rule.required ?? []) {
    if (!Object.hasOwn(value, name)) return `${at}["${name}"] field is missing`;
  }
  for (const [name, field] of Object.entries(value)) {
    const declared = ownRule(rule.properties, name) ?? valueRule(rule);
    if (declared === undefined) {
      if (rule.additionalProperties === false) return `${at}["${name}"] is an unexpected argument`;
      continue;
    }
    const wrong = lookAtText({}, name, `A key of ${at}`) ?? look(declared, field, `${at}["${name}"]`);
    if (wrong !== undefined) return wrong;
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
