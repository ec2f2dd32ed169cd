import type { HttpResponse } from "#http/exchange.ts";
import { COMMON_HEADERS } from "#http/response.ts";
import { codingFor, compressed, SHORTEST } from "#http/compression/compress.ts";
import { acceptsGzip, gzipped, type Part, plainPart } from "#http/compression/gzip.ts";
import { createSharedBody, packLater } from "#http/compression/shared-body.ts";
import { PoolFullError } from "#platform/work-pool.ts";
import { isLongList, piecesOfList } from "./long-lists.ts";
import { isStableList, partsOfList } from "./stable-lists.ts";

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
export function rawJsonResponse(
  body: Readonly<Record<string, unknown>>,
  acceptEncoding: string | undefined,
): HttpResponse | Promise<HttpResponse> {
  const names = Object.keys(body).filter((name) => isInParts(body[name]));
  if (names.length === 0) return textResponse(`${JSON.stringify(body)}\n`, acceptEncoding);
  return answerInParts(body, names, acceptEncoding);
}

async function answerInParts(
  body: Readonly<Record<string, unknown>>,
  names: readonly string[],
  acceptEncoding: string | undefined,
): Promise<HttpResponse> {
  const others = Object.entries(body).filter(([name]) => !names.includes(name));
  let before = JSON.stringify(Object.fromEntries(others)).slice(0, -1);
  const parts: Part[] = [];
  for (const name of names) {
    const value = body[name];
    const own = await partsOf(value);
    parts.push(Buffer.from(`${before},${JSON.stringify(name)}:`), ...own);
    before = "";
  }
  parts.push(END);
  const plain = () => ({ status: 200, headers: PLAIN, body: parts.map(plainPart) });
  // What is shared is compressed by gzip. Nearly all clients that know another coding also know that one.
  if (!acceptsGzip(acceptEncoding)) {
    return codingFor(acceptEncoding) === undefined
      ? plain()
      : textResponse(Buffer.concat(parts.map(plainPart)).toString(), acceptEncoding);
  }
  return packedAnswer(parts.map(worthPacking), plain);
}

const isInParts = (value: unknown): boolean => isRawJson(value) || isStableList(value) || isLongList(value);

async function partsOf(value: unknown): Promise<readonly Part[]> {
  if (isRawJson(value)) return value[PARTS];
  return isStableList(value) ? partsOfList(value) : piecesOfList(value as readonly unknown[]);
}

/**
 * New bytes beside shared ones are compressed from here on. Each compression takes a context of 260 kB: for the few
 * kilobytes that a report of presence adds, that cost as much as the rest of the answer, mostly in garbage collection.
 */
const SHORTEST_BESIDE_SHARED = 16_384;

const worthPacking = (part: Part): Part =>
  Buffer.isBuffer(part) && part.length >= SHORTEST_BESIDE_SHARED ? { body: createSharedBody([part]), from: 0 } : part;

function packedAnswer(parts: readonly Part[], plain: () => HttpResponse): HttpResponse | Promise<HttpResponse> {
  const packed = () => ({ status: 200, headers: CODED.gzip, body: gzipped(parts) });
  const unpacked = parts.flatMap((part) => (Buffer.isBuffer(part) ? [] : part.body.unpacked()));
  if (unpacked.length === 0) return packed();
  return packLater(unpacked).then(packed, (error: unknown) => {
    if (error instanceof PoolFullError) return plain();
    throw error;
  });
}

/** The response with a text as its body, compressed where that is worth it and the client accepts it. */
export function textResponse(text: string, acceptEncoding: string | undefined): HttpResponse | Promise<HttpResponse> {
  if (text.length < SHORTEST) return { status: 200, headers: {}, body: text };
  const coding = codingFor(acceptEncoding);
  const plain = { status: 200, headers: PLAIN, body: text };
  if (coding === undefined) return plain;
  const packed = compressed(text, coding);
  const packedResponse = (bytes: Buffer) => ({ status: 200, headers: CODED[coding], body: [bytes] });
  if (Buffer.isBuffer(packed)) return packedResponse(packed);
  return packed.then((bytes) => (bytes === undefined ? plain : packedResponse(bytes)));
}

const END = Buffer.from("}\n");
const PLAIN = { vary: `${COMMON_HEADERS.vary}, Accept-Encoding` };
const CODED = {
  br: { ...PLAIN, "content-encoding": "br" },
  gzip: { ...PLAIN, "content-encoding": "gzip" },
} as const;
