import type * as TypeBox from "typebox";
import type { TProperties, TSchema } from "typebox";

export type { Static, TBoolean, TObject, TOptional, TProperties, TSchema } from "typebox";

const functions = {
  Array: (items: TSchema, options?: object) => ({ type: "array", items, ...options }),
  Boolean: (options?: object) => ({ type: "boolean", ...options }),
  Enum: (values: readonly (string | number)[], options?: object) => ({ enum: values, ...options }),
  Integer: (options?: object) => ({ type: "integer", ...options }),
  Literal: (value: string | number | boolean, options?: object) => ({ type: typeof value, const: value, ...options }),
  Null: (options?: object) => ({ type: "null", ...options }),
  Number: (options?: object) => ({ type: "number", ...options }),
  Object: objectOf,
  Omit: ({ properties }: { properties: TProperties }, names: readonly string[]) =>
    objectOf(filtered(properties, (name) => !names.includes(name))),
  Optional: optional,
  Partial: ({ properties }: { properties: TProperties }) =>
    objectOf(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, optional(schema)]))),
  Pick: ({ properties }: { properties: TProperties }, names: readonly string[]) =>
    objectOf(filtered(properties, (name) => names.includes(name))),
  Record: recordOf,
  String: (options?: object) => ({ type: "string", ...options }),
  Union: (anyOf: readonly TSchema[], options?: object) => ({ anyOf, ...options }),
  Unknown: (options?: object) => ({ ...options }),
  Unsafe: (schema: TSchema) => schema,
};

/**
 * The functions of TypeBox that the schemas of the service are made with, under its types. TypeBox itself is not loaded:
 * it can be imported as a whole only, which is 374 files and 6 MB of an idle server's memory.
 */
export const Type = functions as unknown as Pick<typeof TypeBox.Type, keyof typeof functions>;

/** What may also be null. */
export const orNull = <Schema extends TSchema>(schema: Schema): TypeBox.TUnion<[Schema, TypeBox.TNull]> =>
  Type.Union([schema, Type.Null()]);

/** The mark of a property that may be left out. It is not listed among the keys, and so is no part of the document. */
const OPTIONAL = "~optional";

function optional(schema: TSchema): TSchema {
  return Object.defineProperty({ ...schema }, OPTIONAL, { value: true });
}

function objectOf(properties: TProperties, options?: object): object {
  const required = Object.keys(properties).filter((name) => !(OPTIONAL in (properties[name] as object)));
  return { type: "object", ...(required.length > 0 && { required }), properties, ...options };
}

/** Its keys are texts, the only kind of keys that is in use. */
function recordOf(key: TypeBox.TString, values: TSchema, options?: object): object {
  if (key.type !== "string") throw new Error("the keys of a record must be texts");
  return { type: "object", patternProperties: { "^.*$": values }, ...options };
}

const filtered = (properties: TProperties, isKept: (name: string) => boolean): TProperties =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => isKept(name)));
