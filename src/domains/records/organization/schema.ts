import { type TSchema, Type } from "#platform/schema/type.ts";

/** The schema of a field, derived from its value in a new organization. A field that begins as null may become a text. */
export function schemaLike(value: unknown): TSchema {
  switch (typeof value) {
    case "boolean":
      return Type.Boolean();
    case "number":
      return Number.isInteger(value) ? Type.Integer() : Type.Number();
    case "string":
      return Type.String();
    default:
      if (value === null) return Type.Union([Type.String(), Type.Null()]);
      return Array.isArray(value) ? Type.Array(Type.Unknown()) : Type.Unknown();
  }
}

export const schemasLike = (values: Readonly<Record<string, unknown>>): Record<string, TSchema> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, schemaLike(value)]));
