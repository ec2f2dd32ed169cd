import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { refuseMalformed } from "./malformed.ts";

/**
 * The requests of each connection of `node:http` that have not been answered yet. What cannot be read is refused only
 * after the answers to all good requests before it, as on the bare socket: a client would take the refusal for the
 * answer to the first of them, and repeat what has been done.
 */
export interface Unanswered {
  /**
   * Notes a request. Returns the response before it on the connection while that is not finished: serving requests one
   * after another keeps a client that asks and does not read from piling up answers here.
   */
  note(request: IncomingMessage, response: ServerResponse): ServerResponse | undefined;
  /** To be called with whatever Node cannot read. */
  refuse(error: { readonly code?: string | undefined }, socket: Socket): void;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export function createUnanswered(): Unanswered {
  const connections = new WeakMap<Socket, Set<Exchange>>();
  /** Node complains of the same bytes more than once. */
  const refused = new WeakSet<Socket>();

  const refuseNow = (error: { readonly code?: string | undefined }, socket: Socket, open: ReadonlySet<Exchange>) => {
    // The rest is about a request that has its answer already, or gets one at this moment.
    if ([...open].some(({ response }) => response.headersSent)) socket.destroySoon();
    else refuseMalformed(error, socket);
  };

  return {
    note(request, response) {
      const { socket } = request;
      const open = connections.get(socket) ?? new Set();
      connections.set(socket, open);
      const exchange = { request, response };
      const before = [...open].findLast((one) => !one.response.closed)?.response;
      open.add(exchange);
      // An answer that comes before the body leaves the rest of it to be read.
      const look = () => {
        if (response.closed && (request.complete || request.destroyed)) open.delete(exchange);
      };
      response.once("close", look);
      request.once("end", look).once("close", look);
      return before;
    },
    refuse(error, socket) {
      if (refused.has(socket)) return;
      refused.add(socket);
      const open = connections.get(socket) ?? new Set();
      const waiting = [...open].filter(({ request, response }) => request.complete && !response.closed);
      const last = waiting.at(-1);
      if (last === undefined) refuseNow(error, socket, open);
      else last.response.once("close", () => refuseNow(error, socket, open));
    },
  };
}
