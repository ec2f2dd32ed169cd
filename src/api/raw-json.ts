import type { HttpResponse } from "../http/exchange.ts";
import { COMMON_HEADERS } from "../http/answer.ts";
import { acceptsGzip, gzipped, type Part, plainPart } from "../http/compression/gzip.ts";

/**
 * Field values of a response that are JSON text already: thousands of entries that hardly change are serialized once.
 */
const PARTS = Symbol("raw JSON");

interface RawJson {
  readonly [PARTS]: readonly Part[];
}

const isRawJson = (value: unknown): value is RawJson => typeof value === "object" && value !== null && PARTS in value;

/** A value whose JSON text is the concatenation of the parts. Only for whole fields of a response. */
export const rawJson = (parts: readonly Part[]): object => ({ [PARTS]: parts });

/** The response with this body as JSON. */
export function rawJsonAnswer(
  body: Readonly<Record<string, unknown>>,
  acceptEncoding: string | undefined,
): HttpResponse {
  const names = Object.keys(body).filter((name) => isRawJson(body[name]));
  if (names.length === 0) return { status: 200, headers: {}, body: `${JSON.stringify(body)}\n` };
  const others = Object.entries(body).filter(([name]) => !names.includes(name));
  let before = JSON.stringify(Object.fromEntries(others)).slice(0, -1);
  const parts: Part[] = [];
  for (const name of names) {
    parts.push(Buffer.from(`${before},${JSON.stringify(name)}:`), ...(body[name] as RawJson)[PARTS]);
    before = "";
  }
  parts.push(END);
  if (!acceptsGzip(acceptEncoding)) return { status: 200, headers: PLAIN, body: parts.map(plainPart) };
  return { status: 200, headers: PACKED, body: gzipped(parts) };
}

const END = Buffer.from("}\n");
const PLAIN = { vary: `${COMMON_HEADERS.vary}, Accept-Encoding` };
const PACKED = { ...PLAIN, "content-encoding": "gzip" };
