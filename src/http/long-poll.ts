import type { ServerResponse } from "node:http";
import type { RequestHead, Headers } from "./exchange.ts";

export type PollRequest = Pick<RequestHead, "method" | "url" | "headers">;

/** Where the answer to a poll goes, on either HTTP path. */
export interface PollReply {
  /** The headers are those besides what every answer has. */
  send(status: number, headers: Headers, body: string): void;
  onGone(listener: () => void): void;
  readonly isGone: boolean;
}

/** A poll that was understood and allowed. Only the handler looks inside. */
export type PreparedPoll = object;

/**
 * The handler of `GET /events`, which is kept apart from all other requests: it is the hottest path, and thousands of its
 * requests wait at once.
 */
export interface Longpoll {
  isFor(request: Pick<RequestHead, "method" | "url">): boolean;
  /** A poll that came through `node:http`, or by HEAD. */
  serveHttp(head: RequestHead, response: ServerResponse): void;
  /** Serves a poll, and returns what the next one of the same client can be served by, if it was fine. */
  serve(request: PollRequest, reply: PollReply): Promise<PreparedPoll | undefined>;
  /** Serves the same poll from further on, unless something about it has changed. */
  serveAgain(poll: PreparedPoll, lastEventId: number, reply: PollReply): boolean;
  /** From now on polls are answered at once. */
  close(): void;
}
