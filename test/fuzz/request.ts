import { type Endpoint, pathNames } from "#api/endpoint.ts";
import type { CallerKind } from "./callers.ts";

/** A field of a request: its name and its value as they are sent in a form, with percent signs. */
export type Field = readonly [name: string, encoded: string];

export type Encoding = "query" | "form" | "multipart" | "json";

/** A request of the fuzzer, in parts that can be left out one by one. */
export interface FuzzRequest {
  readonly endpoint: Endpoint;
  readonly method: string;
  /** Below the prefix, filled in and encoded. */
  readonly path: string;
  readonly caller: CallerKind;
  readonly fields: readonly Field[];
  readonly encoding: Encoding;
  /** Further header lines. */
  readonly headers: readonly string[];
}

/** A request with these texts as its parameters. */
export function requestWith(
  endpoint: Endpoint,
  texts: Readonly<Record<string, string>>,
  caller: CallerKind,
): FuzzRequest {
  const inPath = pathNames(endpoint.path);
  const path = inPath.reduce((target, name) => target.replace(`{${name}}`, encoded(texts[name] ?? "1")), endpoint.path);
  const fields = Object.entries(texts).flatMap(([name, text]): Field[] =>
    inPath.includes(name) ? [] : [[name, encoded(text)]],
  );
  const encoding = endpoint.method === "GET" ? "query" : "form";
  return { endpoint, method: endpoint.method, path, caller, fields, encoding, headers: [] };
}

const FORM = "application/x-www-form-urlencoded";
const BOUNDARY = "a-line-between-parts";

/** Percent signs for all but letters and digits, as bytes of UTF-8. */
export const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );

/** The bytes that an encoded value stands for. What is no valid encoding stands for itself. */
const bytesOf = (value: string): Buffer =>
  Buffer.from(
    value.replace(/%([\da-f]{2})/gi, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    "latin1",
  );

/** The request as bytes, with the credentials that its caller has at one of the servers. */
export function bytesOfRequest(request: FuzzRequest, prefix: string, credentials: readonly string[]): Buffer {
  const { method, path, fields, encoding, headers } = request;
  const isInQuery = encoding === "query" || method === "GET" || method === "HEAD";
  const pairs = fields.map(([name, value]) => `${name}=${value}`).join("&");
  const target = `${prefix}${path}${isInQuery && pairs !== "" ? `?${pairs}` : ""}`;
  const body = isInQuery ? undefined : bodyOf(encoding, fields, pairs);
  const lines = [
    `${method} ${target} HTTP/1.1`,
    "Host: localhost",
    ...credentials,
    ...headers,
    ...(body === undefined ? [] : [`Content-Type: ${body.type}`, `Content-Length: ${body.bytes.length}`]),
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), body?.bytes ?? Buffer.alloc(0)]);
}

function bodyOf(encoding: Encoding, fields: readonly Field[], pairs: string): { type: string; bytes: Buffer } {
  if (encoding === "multipart") return { type: `multipart/form-data; boundary=${BOUNDARY}`, bytes: partsOf(fields) };
  if (encoding === "form") return { type: FORM, bytes: Buffer.from(pairs, "latin1") };
  const values = Object.fromEntries(fields.map(([name, value]) => [name, bytesOf(value).toString("utf8")]));
  return { type: "application/json", bytes: Buffer.from(JSON.stringify(values)) };
}

const partsOf = (fields: readonly Field[]): Buffer =>
  Buffer.concat([
    ...fields.flatMap(([name, value]) => [
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
      bytesOf(value),
      Buffer.from("\r\n"),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
