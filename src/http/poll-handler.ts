import type { ServerResponse } from "node:http";
import type { Content, RequestHead, Headers } from "./exchange.ts";

export type PollRequest = RequestHead;

/** Where the response to a poll goes, on either HTTP server. */
export interface PollReply {
  /** The headers are those beyond the common ones. */
  send(status: number, headers: Headers, body: Content): void;
  onGone(listener: () => void): void;
  isGone(): boolean;
}

/** A poll that was parsed and allowed. Only the handler looks inside. */
export type PreparedPoll = object;

/**
 * The handler of `GET /events`. It is separate from the other endpoints because it is the hottest path, and thousands
 * of its requests wait at once.
 */
export interface Longpoll {
  isFor(request: Pick<RequestHead, "method" | "url">): boolean;
  /** Serves a poll that came through `node:http`, or by HEAD. */
  serveHttp(head: RequestHead, response: ServerResponse): void;
  /** Serves a poll. If it succeeded, returns what the next poll of the same connection can be served by. */
  serve(request: PollRequest, reply: PollReply): Promise<PreparedPoll | undefined>;
  /** Serves the same poll from another position on. Returns false if something about it has changed. */
  serveAgain(poll: PreparedPoll, lastEventId: number, reply: PollReply): boolean;
  /** From now on polls are answered at once. */
  close(): void;
}
