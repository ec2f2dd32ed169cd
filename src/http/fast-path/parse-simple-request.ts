import type { RequestHead } from "../exchange.ts";

/** A request of the simplest form, but for its body. */
export interface SimpleRequest {
  readonly head: RequestHead;
  readonly keepsAlive: boolean;
  /** Of its body, in bytes. */
  readonly length: number;
}

/** Nothing but visible characters, spaces and whole line ends. */
const FIRST_LINE = /^(GET|POST|PATCH|PUT|DELETE) (\/api\/v1\/[!-~]*) HTTP\/1\.1$/;
const HEADER = /^([!#-'*+.0-9A-Z^-z|~-]+):[ \t]*([\t -~]*)$/;
const LENGTH = /^\d{1,9}$/;
/** As many as other servers take. Above that Node refuses the request. */
export const MOST_HEADERS = 100;
/** What is asked for by these is not done here. */
const UNUSUAL = new Set(["transfer-encoding", "expect", "upgrade", "te", "trailer"]);

/**
 * Reads the head of a request to the API, if there is nothing unusual about it: another server may stand before this
 * one, and there must be nothing that they read differently. Everything else is left to Node.
 */
export function parseSimpleRequest(text: string, remoteAddress: string | undefined): SimpleRequest | undefined {
  const lines = text.split("\r\n");
  const [, method, url] = FIRST_LINE.exec(lines[0] as string) ?? [];
  const headers = plainHeaders(lines);
  if (method === undefined || url === undefined || headers?.["host"] === undefined) return undefined;
  const { connection = "keep-alive", "content-length": length = "0" } = headers;
  const wish = connection.toLowerCase();
  if ((wish !== "keep-alive" && wish !== "close") || !LENGTH.test(length)) return undefined;
  return {
    head: { method, url, headers, remoteAddress },
    keepsAlive: wish === "keep-alive",
    length: Number(length),
  };
}

/** Each line behind the first, if every name is there once. */
function plainHeaders(lines: readonly string[]): Record<string, string> | undefined {
  if (lines.length - 1 > MOST_HEADERS) return undefined;
  const headers = Object.create(null) as Record<string, string>;
  for (let at = 1; at < lines.length; at += 1) {
    const [, written, value] = HEADER.exec(lines[at] as string) ?? [];
    if (written === undefined || value === undefined) return undefined;
    const name = written.toLowerCase();
    if (headers[name] !== undefined || UNUSUAL.has(name)) return undefined;
    headers[name] = value.trimEnd();
  }
  return headers;
}
