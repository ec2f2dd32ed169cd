import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { completeHeaders, contentLength, refusalResponse } from "./response.ts";
import { KEEP_ALIVE_MS } from "./fast-path/write-response.ts";
import type { BodyBudget, BodySender } from "./bodies/body-budget.ts";
import { ApiError } from "#platform/errors.ts";
import type { Body, RequestHead, PageResponse, Serve } from "./exchange.ts";
import type { Longpoll } from "./poll-handler.ts";
import { HEADERS_TOO_LARGE } from "./malformed.ts";
import { MAX_HEADERS } from "./fast-path/parse-simple-request.ts";
import { createUnanswered } from "./unanswered.ts";
import { createUnfinishedHeads } from "./bodies/unfinished-heads.ts";

/** Some clients send whole messages in the query string. */
const MAX_HEADER_BYTES = 64 * 1024;
/** Longer than any of our responses takes, and than a poll waits. */
const SILENCE_MS = 120_000;
/** A large file on a slow line takes long. Bodies that are read as a whole have less time: see body.ts. */
const MAX_REQUEST_MS = 3_600_000;

/** How long the rest of a body is read and discarded after its request has been answered. */
const DRAIN_MS = 10_000;
/** How often Node looks for requests that take too long. */
const LOOK_MS = 2000;

export interface NodeServerOptions {
  readonly longpoll: Longpoll;
  readonly serve: Serve<PageResponse>;
  readonly bodies: BodyBudget;
  readonly senderOf: (head: RequestHead) => BodySender;
  readonly drainMs?: number;
}

/** Serves what the fast path leaves to `node:http`: all unusual requests, and pages. */
export function createNodeServer(options: NodeServerOptions): Server {
  const { longpoll, serve, bodies, senderOf, drainMs = DRAIN_MS } = options;
  const unanswered = createUnanswered();
  const heads = createUnfinishedHeads(bodies);

  const bodyOf = (request: IncomingMessage, response: ServerResponse, head: RequestHead): Body => {
    if (!hasBody(head)) return NO_BODY;
    const account = bodies.open(senderOf(head));
    const cut = () => request.socket.destroy();
    // Applies until somebody reads the body and can answer.
    account.onShed(cut);
    response.once("close", () => {
      if (request.complete || request.destroyed) {
        account.close();
        return;
      }
      account.hold(0);
      account.onShed(cut);
      const timer = setTimeout(cut, drainMs).unref();
      const { socket } = request;
      const ended = () => {
        clearTimeout(timer);
        socket.off("close", ended);
        account.close();
      };
      // `node:http` has dropped the request by then: only its connection tells that it was cut.
      socket.once("close", ended);
      request.once("end", ended);
    });
    return { stream: request, account };
  };

  const settings = { maxHeaderSize: MAX_HEADER_BYTES, connectionsCheckingInterval: LOOK_MS, noDelay: true };
  const server = createServer(settings, (request, response) => {
    const head = headOf(request);
    heads.arrived(request.socket);
    response.once("close", () => expectNext(request));
    const before = unanswered.note(request, response);
    const body = bodyOf(request, response, head);
    if (before === undefined) answer(head, body, request, response);
    else before.once("close", () => answer(head, body, request, response));
  });

  /** After a response that is sent before the body has arrived, the rest of the body comes first. */
  const expectNext = (request: IncomingMessage) => {
    if (request.complete) heads.expect(request.socket);
    else request.once("end", () => heads.expect(request.socket));
  };

  const answer = (head: RequestHead, body: Body, request: IncomingMessage, response: ServerResponse) => {
    if (request.rawHeaders.length > 2 * MAX_HEADERS) send(response, head, tooManyHeaders(), true);
    else if (longpoll.isFor(head)) longpoll.serveHttp(head, response);
    else {
      serve(head, body)
        .then((content) => send(response, head, content, !server.listening))
        .catch(() => response.destroy());
    }
  };
  server.on("connection", (socket) => heads.open(socket));
  // Node drops headers above its limit silently; one more than our own limit shows that there are too many.
  server.maxHeadersCount = MAX_HEADERS + 1;
  server.headersTimeout = 10_000;
  server.requestTimeout = MAX_REQUEST_MS;
  // Without a timeout a client that does not read would keep its response in memory for ever.
  server.timeout = SILENCE_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => unanswered.refuse(error, socket));
  return server;
}

const NO_BODY = Buffer.alloc(0);

const hasBody = ({ headers }: RequestHead): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

const tooManyHeaders = () => refusalResponse(new ApiError("BAD_REQUEST", HEADERS_TOO_LARGE, {}, 431));

const headOf = ({ method = "", url = "", headers, socket }: IncomingMessage): RequestHead => ({
  method,
  url,
  // Only `set-cookie` comes as a list, and clients do not send it.
  headers: headers as RequestHead["headers"],
  remoteAddress: socket.remoteAddress,
});

function send(
  response: ServerResponse,
  head: RequestHead,
  { status, headers, body }: PageResponse,
  isLast: boolean,
): void {
  const connection = isLast ? { connection: "close" } : {};
  const all = { ...completeHeaders(head.url, headers), ...connection };
  if (body instanceof Readable && head.method === "HEAD") {
    body.destroy();
    response.writeHead(status, all).end();
    return;
  }
  if (body instanceof Readable) {
    // A missing end tells the client that the body is incomplete.
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
