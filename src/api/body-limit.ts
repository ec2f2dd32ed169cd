import type { TSchema } from "#platform/schema/type.ts";
import type { Endpoint } from "./endpoint.ts";

/**
 * Decoding a form takes up to 12 ms for each MiB, and what is done with its values takes as long again, while nobody else
 * is served. The longest request that anybody needs subscribes 100,000 users, and takes 1.3 MiB.
 */
const MAX_SIZE = 2 * 1024 * 1024;
/** For endpoints without authentication. The longest of them is a login, which takes 11 kB. */
const MAX_BODY_OF_STRANGERS = 16 * 1024;
/** Pictures may have 5 MiB; one that is a little larger gets the endpoint's own error. */
const MAX_PICTURE_BYTES = 8 * 1024 * 1024;
/** For unknown parameters, which the response names, and for the boundaries of a multipart body. */
const BESIDE = 64 * 1024;

/** A character takes up to four bytes, each as three characters in a form; JSON may write it as `\uD83D\uDE00`. */
const BYTES_A_CHARACTER = 16;
const BYTES_A_NUMBER = 32;
/** For quotes, brackets, commas and spaces around each value, each as three characters. */
const BYTES_AROUND = 24;

type SizedSchema = TSchema & {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly SizedSchema[];
  readonly items?: SizedSchema;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, SizedSchema>>;
};

/** The largest body that an endpoint can use: that of its longest parameters. */
export function largestBody({
  params,
  file,
  auth,
  takesBody,
}: Pick<Endpoint, "params" | "file" | "auth" | "takesBody">): number {
  if (takesBody !== undefined) return takesBody;
  if (auth === "none") return MAX_BODY_OF_STRANGERS;
  const fields = Object.entries(params).map(([name, { schema }]) => name.length + longest(schema as SizedSchema));
  const sum = fields.reduce((total, length) => total + length, BESIDE);
  return Math.min(MAX_SIZE, sum) + (file === undefined ? 0 : MAX_PICTURE_BYTES);
}

/** How many bytes a value may take in a body; Infinity where a schema has no limit. */
function longest(rule: SizedSchema): number {
  if (rule.anyOf !== undefined) return Math.max(...rule.anyOf.map(longest));
  if (rule.enum !== undefined || "const" in rule) return BYTES_AROUND + BYTES_A_CHARACTER * JSON.stringify(rule).length;
  switch (rule.type) {
    case "string":
      return BYTES_AROUND + BYTES_A_CHARACTER * (rule.maxLength ?? Number.POSITIVE_INFINITY);
    case "array":
      return BYTES_AROUND + (rule.maxItems ?? Number.POSITIVE_INFINITY) * longest(rule.items ?? {});
    case "object":
      return longestObject(rule);
    case "integer":
    case "number":
    case "boolean":
    case "null":
      return BYTES_AROUND + BYTES_A_NUMBER;
    default:
      return Number.POSITIVE_INFINITY;
  }
}

function longestObject(rule: SizedSchema): number {
  if (rule.properties === undefined) return Number.POSITIVE_INFINITY;
  return Object.entries(rule.properties).reduce(
    (sum, [name, value]) => sum + BYTES_AROUND + BYTES_A_CHARACTER * name.length + longest(value),
    BYTES_AROUND,
  );
}
