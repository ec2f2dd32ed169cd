import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { refuseMalformed } from "./malformed.ts";

/**
 * The requests of each connection of `node:http` that have not been answered yet. Malformed bytes are refused only
 * after the responses to all good requests before them, as on the fast path: a client would take the refusal for the
 * response to the first of them, and repeat what has been done.
 */
export interface Unanswered {
  /**
   * Notes a request. Returns the response before it on the connection while that is not finished: requests are served
   * one after another, so that a client that does not read cannot fill the memory with responses.
   */
  note(request: IncomingMessage, response: ServerResponse): ServerResponse | undefined;
  /** To be called with everything that Node cannot parse. */
  refuse(error: { readonly code?: string | undefined }, socket: Socket): void;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export function createUnanswered(): Unanswered {
  const connections = new WeakMap<Socket, Set<Exchange>>();
  /** Node reports the same bytes more than once. */
  const refused = new WeakSet<Socket>();

  const refuseNow = (error: { readonly code?: string | undefined }, socket: Socket, open: ReadonlySet<Exchange>) => {
    // The bytes belong to a request that has its response already, or is getting one now. They do not if it is complete:
    // its body may have come in the same piece as they, and its end is reported later.
    if ([...open].some(({ request, response }) => response.headersSent && !request.complete)) socket.destroySoon();
    else refuseMalformed(error, socket);
  };

  return {
    note(request, response) {
      const { socket } = request;
      const open = connections.get(socket) ?? new Set();
      connections.set(socket, open);
      const exchange = { request, response };
      const before = [...open].findLast((earlier) => !earlier.response.closed)?.response;
      open.add(exchange);
      // After a response that is sent before the body has arrived, the rest of the body is still to be read.
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
