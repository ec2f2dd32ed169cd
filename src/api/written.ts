import type { Answer } from "./exchange.ts";
import { COMMON_HEADERS } from "./answer.ts";
import { acceptsGzip, gzipped } from "./gzip.ts";

/** Field values of an answer that are JSON already: thousands of entries that hardly change are written once. */
const BYTES = Symbol("written JSON");

interface Written {
  readonly [BYTES]: readonly Buffer[];
}

const isWritten = (value: unknown): value is Written => typeof value === "object" && value !== null && BYTES in value;

/** Stands for the value that the bytes, one after another, are the JSON of. Only for whole fields of an answer. */
export const written = (bytes: readonly Buffer[]): object => ({ [BYTES]: bytes });

/** The answer whose body is this, as JSON. */
export function writtenAnswer(body: Readonly<Record<string, unknown>>, acceptEncoding: string | undefined): Answer {
  const names = Object.keys(body).filter((name) => isWritten(body[name]));
  if (names.length === 0) return { status: 200, headers: {}, body: `${JSON.stringify(body)}\n` };
  const others = Object.entries(body).filter(([name]) => !names.includes(name));
  const parts: Buffer[] = [Buffer.from(JSON.stringify(Object.fromEntries(others)).slice(0, -1))];
  for (const name of names) parts.push(Buffer.from(`,${JSON.stringify(name)}:`), ...(body[name] as Written)[BYTES]);
  parts.push(Buffer.from("}\n"));
  if (!acceptsGzip(acceptEncoding)) return { status: 200, headers: { vary: VARY }, body: parts };
  return { status: 200, headers: { vary: VARY, "content-encoding": "gzip" }, body: [gzipped(parts)] };
}

const VARY = `${COMMON_HEADERS.vary}, Accept-Encoding`;
