import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyReply } from "fastify";
import { acceptsGzip, gzipped } from "./gzip.ts";

/** Field values of an answer that are JSON already: thousands of entries that hardly change are written once. */
const BYTES = Symbol("written JSON");

interface Written {
  readonly [BYTES]: readonly Buffer[];
}

const isWritten = (value: unknown): value is Written => typeof value === "object" && value !== null && BYTES in value;

/** Stands for the value that the bytes, one after another, are the JSON of. Only for whole fields of an answer. */
export const written = (bytes: readonly Buffer[]): object => ({ [BYTES]: bytes });

/** Answers with the body as JSON. */
export function sendBody(reply: FastifyReply, body: Readonly<Record<string, unknown>>): FastifyReply {
  const names = Object.keys(body).filter((name) => isWritten(body[name]));
  if (names.length === 0) return reply.send(`${JSON.stringify(body)}\n`);
  const others = Object.entries(body).filter(([name]) => !names.includes(name));
  const parts: Buffer[] = [Buffer.from(JSON.stringify(Object.fromEntries(others)).slice(0, -1))];
  for (const name of names) parts.push(Buffer.from(`,${JSON.stringify(name)}:`), ...(body[name] as Written)[BYTES]);
  parts.push(Buffer.from("}\n"));
  return sendParts(reply, parts);
}

/** The bytes as they are: one copy of some hundred kilobytes for each answer would keep the collector busy. */
function sendParts(reply: FastifyReply, plain: readonly Buffer[]): FastifyReply {
  const isPacked = acceptsGzip(reply.request.headers["accept-encoding"]);
  const parts = isPacked ? [gzipped(plain)] : plain;
  const headers = reply.getHeaders() as OutgoingHttpHeaders;
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(reply.statusCode, {
    ...headers,
    ...(isPacked && { "content-encoding": "gzip" }),
    "content-length": parts.reduce((sum, part) => sum + part.length, 0),
    vary: `${String(headers["vary"])}, Accept-Encoding`,
  });
  raw.cork();
  for (const part of parts) raw.write(part);
  raw.end();
  raw.uncork();
  return reply;
}
