import { createRequire } from "node:module";
import type * as undici from "undici";
import { gatherBytes } from "#platform/bytes.ts";
import { OutboundError } from "./errors.ts";
import type { Destination } from "./ssrf-guard.ts";
import type { ResolvedAddress } from "./resolve.ts";

export interface Outgoing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export interface Reply {
  readonly status: number;
  readonly body: string;
}

/** A request whose answer is wanted whole, with its status and headers. */
export interface HttpExchange {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface ExchangeReply extends Reply {
  readonly headers: Readonly<Record<string, string>>;
}

/** The beginning of a page, as much as was asked for. */
export interface PageStart {
  /** The URL after redirects. */
  readonly url: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

export interface HttpClient {
  /** Sends an HTTP POST to a URL that a user chose. Fails with an `OutboundError`, within the timeout. */
  post(outgoing: Outgoing, stop?: AbortSignal): Promise<Reply>;
  /** Reads what is at a URL. Fails as `post` does. */
  get(url: string, stop?: AbortSignal): Promise<Reply>;
  /** Reads a short text that is at this very URL: no redirect is followed, and nothing longer is read. Fails as `post` does. */
  text(url: string, mostBytes: number): Promise<string>;
  /**
   * Sends one request and gives the whole answer, also that of a redirect, which is not followed. Fails as `post` does. The
   * addresses of an operator's own file are trusted: those may be private.
   */
  exchange(request: HttpExchange, isTrusted: boolean): Promise<ExchangeReply>;
  /** Reads the beginning of a page whose URL a user chose. Fails as `post` does, and if the status is no success. */
  page(url: string, mostBytes: number, stop?: AbortSignal): Promise<PageStart>;
}

/** For everything together: resolving, connecting, redirects and the whole response. */
const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 3;
const MAX_BYTES = 1_048_576;

const HTML = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;

const load = createRequire(import.meta.url);

const PAGE_HEADERS = { accept: "text/html, application/xhtml+xml", "user-agent": "Parley (link previews)" };

type OutgoingRequest = Pick<undici.Dispatcher.RequestOptions, "method"> & {
  readonly headers: Record<string, string>;
  body?: string | Buffer;
};

/** Every URL is checked before it is called, also those of redirects. */
export function createHttpClient(
  check: (address: string, isTrusted: boolean) => Promise<Destination>,
  timeoutMs: number = TIMEOUT_MS,
): HttpClient {
  const led = async <Found>(
    start: string,
    first: OutgoingRequest,
    read: Reading<Found>,
    stop?: AbortSignal,
    most = MAX_REDIRECTS,
  ): Promise<Found> => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = stop === undefined ? timeout : AbortSignal.any([stop, timeout]);
    let [address, call] = [start, first];
    for (let redirects = 0; redirects <= most; redirects += 1) {
      const destination = await inTime(check(address, false), signal);
      const response = await performed(destination, call, read, signal);
      if (!("location" in response)) return response.found;
      address = response.location;
      // All HTTP clients do this: only 307 and 308 keep the method and the body.
      if (call.method === "POST" && response.status !== 307 && response.status !== 308)
        call = { method: "GET", headers: {} };
    }
    throw new OutboundError("unusable", "There were too many redirects.");
  };
  return {
    post: ({ url, headers, body }, stop) =>
      led(url, { method: "POST", headers: { ...headers }, body }, wholeReply, stop),
    get: (url, stop) => led(url, { method: "GET", headers: {} }, wholeReply, stop),
    text: (url, mostBytes) =>
      led(url, { method: "GET", headers: {} }, (response) => shortText(response, mostBytes), undefined, 0),
    async exchange({ url, method, headers, body }, isTrusted) {
      const signal = AbortSignal.timeout(timeoutMs);
      const destination = await inTime(check(url, isTrusted), signal);
      const call = { method, headers: { ...headers }, ...(body !== undefined && { body }) } as OutgoingRequest;
      const answered = await performed(destination, call, replyWithHeaders, signal, false);
      // Redirects are read, too.
      return (answered as { found: ExchangeReply }).found;
    },
    page: (url, mostBytes, stop) =>
      led(url, { method: "GET", headers: PAGE_HEADERS }, (response, at) => pageStart(response, at, mostBytes), stop),
  };
}

type Reading<Found> = (response: undici.Dispatcher.ResponseData, at: URL) => Promise<Found>;

async function performed<Found>(
  { url, addresses }: Destination,
  call: OutgoingRequest,
  read: Reading<Found>,
  signal: AbortSignal,
  findsRedirects = true,
): Promise<{ found: Found } | { status: number; location: string }> {
  // Loaded with the first call, because most servers never make one.
  const { Agent, request } = load("undici") as typeof undici;
  // Each call has its own connection, so that no call can be led to the address of another one.
  const agent = new Agent({ connect: { lookup: pinned(addresses) }, allowH2: false, pipelining: 0 });
  try {
    const response = await request(url, { ...call, dispatcher: agent, signal });
    const { statusCode: status, headers } = response;
    const { location } = headers;
    if (findsRedirects && status >= 300 && status < 400 && typeof location === "string") {
      await response.body.dump({ limit: 0 }).catch(() => {});
      return { status, location: URL.parse(location, url)?.href ?? location };
    }
    return { found: await read(response, url) };
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    if (signal.aborted) throw tooSlow();
    throw new OutboundError("unreachable", `The server could not be reached (${reasonOf(error)}).`);
  } finally {
    agent.destroy().catch(() => {});
  }
}

type AddressLookup = NonNullable<Extract<undici.Agent.Options["connect"], { lookup?: unknown }>["lookup"]>;

/** Answers every name lookup with the addresses that were checked. */
function pinned(addresses: readonly ResolvedAddress[]): AddressLookup {
  return (_host, options, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? "", first?.family);
  };
}

const wholeReply: Reading<Reply> = async ({ statusCode: status, body }) => ({ status, body: await bounded(body) });

const replyWithHeaders: Reading<ExchangeReply> = async ({ statusCode: status, headers, body }) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  body: await bounded(body),
});

async function shortText({ statusCode, body }: undici.Dispatcher.ResponseData, mostBytes: number): Promise<string> {
  if (statusCode !== 200) throw new OutboundError("unusable", "There is no such document.");
  return bounded(body, mostBytes);
}

async function pageStart(
  { statusCode, headers, body }: undici.Dispatcher.ResponseData,
  at: URL,
  mostBytes: number,
): Promise<PageStart> {
  // No encoding was asked for, and decompressing might yield an endless page.
  const isPacked = headers["content-encoding"] !== undefined && headers["content-encoding"] !== "identity";
  const contentType = String(headers["content-type"] ?? "");
  if (statusCode !== 200 || isPacked || !HTML.test(contentType))
    throw new OutboundError("unusable", "There is no page.");
  const gathered = gatherBytes();
  for await (const chunk of body as AsyncIterable<Buffer>) {
    gathered.add(chunk);
    if (gathered.length >= mostBytes) break;
  }
  const bytes = gathered.all().subarray(0, mostBytes);
  return { url: at.href, contentType, bytes };
}

async function bounded(body: AsyncIterable<Buffer>, mostBytes = MAX_BYTES): Promise<string> {
  const gathered = gatherBytes();
  for await (const chunk of body) {
    gathered.add(chunk);
    if (gathered.length > mostBytes) throw new OutboundError("unusable", "The answer is too large.");
  }
  return gathered.all().toString("utf8");
}

const tooSlow = () => new OutboundError("unreachable", "The server did not answer in time.");

/** Not everything can be cancelled, but the caller does not wait for it. */
function inTime<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  promise.catch(() => {});
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(tooSlow());
    if (signal.aborted) giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });
}

const reasonOf = (error: unknown): string => (error as { code?: string }).code ?? "it broke the connection";
