import type { Readable } from "node:stream";
import type { BodyAccount } from "./bodies/body-budget.ts";

export type Headers = Readonly<Record<string, string>>;

/** A request but for its body, whoever holds its connection. The names of headers are in small letters. */
export interface RequestHead {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly remoteAddress: string | undefined;
}

/** A body that is still on its way, and the account of the memory that it takes meanwhile. */
export interface ArrivingBody {
  readonly stream: Readable;
  readonly account: BodyAccount;
}

export type Body = Buffer | ArrivingBody;

/** What has been put together; the buffers of a list go out one after another. */
export type Content = string | readonly Buffer[];

export interface HttpResponse<C = Content> {
  readonly status: number;
  /** Besides those of every answer, or instead of them. */
  readonly headers: Headers;
  readonly body: C;
}

/** Of pages, which may be long: their bodies may come bit by bit. */
export type PageResponse = HttpResponse<Content | Readable>;

/** Answers a request. It never fails: what goes wrong has an answer, too. */
export type Serve<A = HttpResponse> = (head: RequestHead, body: Body) => Promise<A>;
