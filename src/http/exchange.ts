import type { Readable } from "node:stream";
import type { BodyAccount } from "./bodies/body-budget.ts";

/** All endpoints are below this path. */
export const PREFIX = "/api/v1";
/** The same endpoints for browsers, which are authenticated by a cookie. */
export const BROWSER_PREFIX = "/json";
export const EVENTS_PATH = `${PREFIX}/events`;
export const BROWSER_EVENTS_PATH = `${BROWSER_PREFIX}/events`;

export const isForBrowsers = (url: string): boolean => url.startsWith(`${BROWSER_PREFIX}/`);

export type Headers = Readonly<Record<string, string>>;

/** A request without its body, the same for both HTTP servers. The names of headers are in lower case. */
export interface RequestHead {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly remoteAddress: string | undefined;
}

/** A body that is still arriving, and the account of the memory that it takes. */
export interface ArrivingBody {
  readonly stream: Readable;
  readonly account: BodyAccount;
}

export type Body = Buffer | ArrivingBody;

/** A body in memory. The buffers of a list are sent one after another. */
export type Content = string | readonly Buffer[];

export interface HttpResponse<C = Content> {
  readonly status: number;
  /** Added to the common headers, or replacing them. */
  readonly headers: Headers;
  readonly body: C;
}

/** Pages may be long, so their bodies may be streams. */
export type PageResponse = HttpResponse<Content | Readable>;

/** Answers a request. It never rejects: every failure has a response, too. */
export type Serve<A = HttpResponse> = (head: RequestHead, body: Body) => Promise<A>;
