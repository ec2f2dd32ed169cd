import type { RequestHead } from "../exchange.ts";

/** The head of a request of the simplest form. */
export interface SimpleRequest {
  readonly head: RequestHead;
  readonly keepsAlive: boolean;
  /** The length of the body in bytes. */
  readonly length: number;
}

/** Only printable characters, spaces and complete line ends. */
const FIRST_LINE = /^(GET|POST|PATCH|PUT|DELETE) (\/(?:api\/v1|json)\/[!-~]*) HTTP\/1\.1$/;
const HEADER = /^([!#-'*+.0-9A-Z^-z|~-]+):[ \t]*([\t -~]*)$/;
const LENGTH = /^\d{1,9}$/;
/** As many as other servers accept. Above that `node:http` refuses the request. */
export const MAX_HEADERS = 100;
/** Requests with these headers are left to `node:http`. */
const UNUSUAL = new Set(["transfer-encoding", "expect", "upgrade", "te", "trailer"]);

/**
 * Parses the head of a request to the API if nothing about it is unusual. A proxy may stand before this server, and
 * there must be nothing that the two parse differently (request smuggling). Everything else is left to `node:http`.
 */
export function parseSimpleRequest(text: string, remoteAddress: string | undefined): SimpleRequest | undefined {
  const lines = text.split("\r\n");
  const [, method, url] = FIRST_LINE.exec(lines[0] as string) ?? [];
  const headers = plainHeaders(lines);
  if (method === undefined || url === undefined || headers?.["host"] === undefined) return undefined;
  const { connection = "keep-alive", "content-length": length = "0" } = headers;
  const persistence = connection.toLowerCase();
  if ((persistence !== "keep-alive" && persistence !== "close") || !LENGTH.test(length)) return undefined;
  return {
    head: { method, url, headers, remoteAddress },
    keepsAlive: persistence === "keep-alive",
    length: Number(length),
  };
}

/** The header lines after the first line, if no name occurs twice. */
function plainHeaders(lines: readonly string[]): Record<string, string> | undefined {
  if (lines.length - 1 > MAX_HEADERS) return undefined;
  const headers = Object.create(null) as Record<string, string>;
  for (let at = 1; at < lines.length; at += 1) {
    const [, spelling, value] = HEADER.exec(lines[at] as string) ?? [];
    if (spelling === undefined || value === undefined) return undefined;
    const name = spelling.toLowerCase();
    if (headers[name] !== undefined || UNUSUAL.has(name)) return undefined;
    headers[name] = value.trimEnd();
  }
  return headers;
}
