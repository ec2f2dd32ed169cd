import { type Static, type TSchema, Type } from "#platform/schema/type.ts";
import { badRequest } from "#platform/errors.ts";
import { problem } from "#platform/schema/check.ts";
import { hasTooManyContainers } from "./json-size.ts";

/**
 * A parameter of an endpoint: its part of the OpenAPI document, and how its text in a form field or query becomes a
 * value. Strings are sent as they are, everything else as JSON, and nothing is coerced.
 */
export interface Param<Value, Required extends boolean = true> {
  readonly schema: TSchema;
  readonly decode: (name: string, text: string) => Value;
  readonly required: Required;
  readonly fallback?: Value;
  readonly alias?: string;
  /** Whether the field holds JSON text. */
  readonly isJson: boolean;
  /** The last part of a path, which may contain slashes. */
  readonly hasSlashes?: true;
  readonly about: string;
}

/** A parameter, required or optional. */
export type AnyParam<Value = unknown> = Param<Value, boolean>;

export type Params = Readonly<Record<string, AnyParam>>;

/** The values that a handler gets for its declared parameters. */
export type Values<P extends Params> = {
  readonly [Name in keyof P]: P[Name] extends AnyParam<infer Value> ? Value : never;
};

export const MAX_ID = 2_147_483_647;

export const Id = (): ReturnType<typeof Type.Integer> => Type.Integer({ minimum: 0, maximum: MAX_ID });

const required = <Value>(
  about: string,
  schema: TSchema,
  isJson: boolean,
  decode: Param<Value>["decode"],
): Param<Value> => ({ about, schema, isJson, decode, required: true });

/** Plain text. Its limit counts characters, not bytes. */
export function text(about: string, limits: { max: number; min?: 1; trim?: true }): Param<string> {
  const schema = Type.String({ maxLength: limits.max, ...(limits.min !== undefined && { minLength: limits.min }) });
  return required(about, schema, false, (name, raw) => {
    const value = limits.trim === true ? raw.trim() : raw;
    const wrong = problem(schema, value, name);
    if (wrong !== undefined) throw badRequest(wrong);
    return value;
  });
}

/** One of a few words, sent without quotes. */
export function word<const Word extends string>(about: string, words: readonly Word[]): Param<Word> {
  const schema = Type.Enum([...words]);
  return required(about, schema, false, (name, raw) => {
    if (!(words as readonly string[]).includes(raw)) throw badRequest(`Invalid ${name}`);
    return raw as Word;
  });
}

/** A value sent as JSON. */
export function json<Schema extends TSchema>(about: string, schema: Schema): Param<Static<Schema>> {
  return required(about, schema, true, (name, raw) => {
    const value = parseJson(name, raw);
    const wrong = problem(schema, value, name);
    if (wrong !== undefined) throw badRequest(wrong);
    return value as Static<Schema>;
  });
}

const INTEGER = /^(0|-?[1-9][0-9]*)$/;

export function integer(about: string, limits: { min?: number; max?: number } = {}): Param<number> {
  const schema = Type.Integer({
    minimum: limits.min ?? -MAX_ID,
    maximum: limits.max ?? MAX_ID,
  });
  return required(about, schema, true, (name, raw) => {
    // 5.0 and 1e3 are JSON numbers too, but not integers here.
    if (!INTEGER.test(raw)) throw badRequest(`${name} is not ${isJson(raw) ? "an integer" : "valid JSON"}`);
    const wrong = problem(schema, Number(raw), name);
    if (wrong !== undefined) throw badRequest(wrong);
    return Number(raw);
  });
}

/** One of a few numbers. */
export function oneOf(about: string, numbers: readonly number[]): Param<number> {
  const { decode } = integer(about);
  return required(about, Type.Enum([...numbers]), true, (name, raw) => {
    const value = decode(name, raw);
    if (!numbers.includes(value)) throw badRequest(`Invalid ${name}`);
    return value;
  });
}

export const boolean = (about: string): Param<boolean> => json(about, Type.Boolean());

export const optional = <Value>(param: AnyParam<Value>): Param<Value | undefined, false> => ({
  ...param,
  required: false,
});

export const withDefault = <Value>(param: AnyParam<Value>, fallback: Value): Param<Value, false> => ({
  ...param,
  required: false,
  fallback,
});

/** Also accepts the JSON word null, decoded as absent. */
export const nullable = <Value>(param: Param<Value | undefined, false>): Param<Value | undefined, false> => ({
  ...param,
  decode: (name, raw) => (raw === "null" ? undefined : param.decode(name, raw)),
});

/** Also accepts the parameter under an older name. */
export const alias = <Value, Required extends boolean>(
  param: Param<Value, Required>,
  olderName: string,
): Param<Value, Required> => ({ ...param, alias: olderName });

/** The last part of a path, which may contain slashes. */
export const withSlashes = <Value, Required extends boolean>(
  param: Param<Value, Required>,
): Param<Value, Required> => ({ ...param, hasSlashes: true });

function parseJson(name: string, raw: string): unknown {
  if (hasTooManyContainers(raw)) throw badRequest(`${name} has too many lists and objects`);
  try {
    return JSON.parse(raw);
  } catch {
    throw badRequest(`${name} is not valid JSON`);
  }
}

function isJson(raw: string): boolean {
  if (hasTooManyContainers(raw)) return false;
  try {
    JSON.parse(raw);
    return true;
  } catch {
    return false;
  }
}
