import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { answerHeaders, contentLength } from "./answer.ts";
import { KEEP_ALIVE_MS } from "./bare-answer.ts";
import type { Head, PageAnswer, Serve } from "./exchange.ts";
import type { Longpoll } from "./longpoll.ts";
import { refuseMalformed } from "./malformed.ts";

/** Some clients send whole messages in the query string. */
const LARGEST_HEADER = 64 * 1024;
/** Longer than any answer of ours takes, and than a poll waits. */
const SILENCE_MS = 120_000;
/** A large file on a slow line takes long. What is read as a whole must come sooner: see body.ts. */
const LONGEST_REQUEST_MS = 3_600_000;

/** Whatever the doorway leaves to Node: all that is unusual about requests, and pages. */
export function serverByNode(longpoll: Longpoll, serve: Serve<PageAnswer>): Server {
  const server = createServer({ maxHeaderSize: LARGEST_HEADER, noDelay: true }, (request, response) => {
    const head = headOf(request);
    if (longpoll.isFor(head)) longpoll.serveHttp(head, response);
    else {
      serve(head, request)
        .then((answer) => send(response, head, answer, !server.listening))
        .catch(() => response.destroy());
    }
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = LONGEST_REQUEST_MS;
  // Otherwise whoever takes nothing of an answer would keep it here for ever.
  server.timeout = SILENCE_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on("clientError", refuseMalformed);
  return server;
}

const headOf = ({ method = "", url = "", headers, socket }: IncomingMessage): Head => ({
  method,
  url,
  // Only cookies to be set come as a list, and nobody sends those to a server.
  headers: headers as Head["headers"],
  remoteAddress: socket.remoteAddress,
});

function send(response: ServerResponse, head: Head, { status, headers, body }: PageAnswer, isLast: boolean): void {
  const connection = isLast ? { connection: "close" } : {};
  const all = { ...answerHeaders(head.url, headers), ...connection };
  if (body instanceof Readable && head.method === "HEAD") {
    body.destroy();
    response.writeHead(status, all).end();
    return;
  }
  if (body instanceof Readable) {
    // A client that hears no end knows that something is missing.
    pipeline(body, response.writeHead(status, all)).catch(() => response.destroy());
    return;
  }
  response.writeHead(status, status === 204 ? all : { ...all, "content-length": contentLength(body) });
  if (typeof body === "string") {
    response.end(body);
    return;
  }
  response.cork();
  for (const part of body) response.write(part);
  response.end();
  response.uncork();
}
