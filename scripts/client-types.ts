import type { Endpoint } from "#api/endpoint.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import { type TSchema, Type } from "#platform/schema/type.ts";

/**
 * The types of the client for programs, in one file without imports: what the compiler has written of
 * src/client/client.ts, and the operations and events as they are declared, printed from their schemas.
 */
export function clientTypes(compiled: string, endpoints: readonly Endpoint[], kinds: readonly EventKind[]): string {
  const own = compiled.replaceAll(/^(?:import|export) type \{[^}]*\} from "\.\/operations\.[jt]s";\n/gm, "");
  if (/\bfrom "|\bimport\(/.test(own)) throw new Error("the types of the client would need another file");
  return `${own}\n${operationTypes(endpoints, kinds)}`;
}

export function operationTypes(endpoints: readonly Endpoint[], kinds: readonly EventKind[]): string {
  const operations = endpoints.map(
    ({ method, path, summary, params, result }) =>
      `${comment(summary)}${JSON.stringify(`${method} ${path}`)}: { readonly arguments: ${argumentsOf(params)}; ` +
      `readonly result: ${typeOf(Type.Object(result))} };`,
  );
  const events = kinds.map(({ schema }) => `\n  | { readonly id: number } & ${typeOf(schema)}`);
  return (
    `/** Operations by name, such as \`"POST /messages"\`. */\n` +
    `export interface Operations {\n${operations.join("\n")}\n}\n\n` +
    "/** An event as a client receives it: a union that `type` and `op` discriminate. Newer servers may send other events. */\n" +
    `export type ReceivedEvent =${events.join("")};\n`
  );
}

function argumentsOf(params: Endpoint["params"]): string {
  const lines = Object.entries(params).map(([name, { schema, required, about }]) =>
    required
      ? `${comment(about)}readonly ${keyOf(name)}: ${typeOf(schema)};`
      : `${comment(about)}readonly ${keyOf(name)}?: ${typeOf(schema)} | undefined;`,
  );
  return `{ ${lines.join(" ")} }`;
}

/** What of JSON Schema the declarations use. */
interface JsonSchema {
  readonly type?: string;
  readonly const?: string | number | boolean;
  readonly enum?: readonly (string | number)[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly description?: string;
}

function typeOf(schema: TSchema): string {
  const { type, const: literal, enum: values, anyOf, items, patternProperties }: JsonSchema = schema;
  if (literal !== undefined) return JSON.stringify(literal);
  if (values !== undefined) return union(values.map((value) => JSON.stringify(value)));
  if (anyOf !== undefined) return union(anyOf.map(typeOf));
  switch (type) {
    case "array":
      return `${nested(items ?? {})}[]`;
    case "object":
      return patternProperties === undefined ? objectOf(schema) : recordOf(patternProperties);
    case "integer":
      return "number";
    case "boolean":
    case "null":
    case "number":
    case "string":
      return type;
    case undefined:
      return "unknown";
    default:
      throw new Error(`a schema of the type ${type} has no type yet`);
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema): string {
  const lines = Object.entries(properties).map(([name, schema]) => {
    const about = schema.description === undefined ? "" : comment(schema.description);
    return `${about}${keyOf(name)}${required.includes(name) ? "" : "?"}: ${typeOf(schema)};`;
  });
  return `{ ${lines.join(" ")} }`;
}

const recordOf = (patterns: Readonly<Record<string, JsonSchema>>): string =>
  `Record<string, ${union(Object.values(patterns).map(typeOf))}>`;
const union = (types: readonly string[]): string => [...new Set(types)].join(" | ");
const nested = (schema: JsonSchema): string => {
  const isUnion = (schema.anyOf ?? schema.enum ?? []).length > 1;
  return isUnion ? `(${typeOf(schema)})` : typeOf(schema);
};

const comment = (text: string): string => `/** ${text.replaceAll("*/", "*\\/")} */ `;
const keyOf = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name));
