import type { Operations, ReceivedEvent } from "./operations.ts";

export type { ReceivedEvent } from "./operations.ts";

/**
 * The typed client: `call("POST /messages", { type: "channel", to: "general", topic: "hello", content: "Hi!" })`.
 *
 * Operations, parameters and results are typed by the server's own declarations. At run time it needs what browsers,
 * Deno and Node.js have in common, and nothing else.
 */
export type OperationName = keyof Operations;

/** The parameters of an operation. */
export type Arguments<Name extends OperationName> = Operations[Name] extends {
  readonly arguments: infer Named extends object;
}
  ? Named
  : never;

/** The arguments of `call`: none are needed where no parameter is required. */
export type CallArguments<Name extends OperationName> =
  Record<string, never> extends Arguments<Name> ? [args?: Arguments<Name>] : [args: Arguments<Name>];

/** What an operation returns. */
export type OperationResult<Name extends OperationName> = Operations[Name] extends { readonly result: infer Result }
  ? Result & { readonly ignored_parameters_unsupported?: readonly string[] }
  : never;

/** A refusal by the server. */
export class ParleyError extends Error {
  readonly status: number;
  readonly code: string;
  /** The whole response, with the fields that the code adds. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Record<string, unknown>) {
    const { code = "", msg = "" } = body as { code?: string; msg?: string };
    super(`${status} ${code}: ${msg}`);
    this.status = status;
    this.code = code;
    this.body = body;
  }
}

export interface ConnectOptions {
  /** Such as `http://127.0.0.1:9991`. */
  readonly url: string;
  readonly email?: string;
  readonly apiKey?: string;
  /** The name of this program, for the server. */
  readonly client?: string;
  readonly signal?: AbortSignal;
  /** Where the endpoints are: `/json` in a page of the app, whose browser is known by its cookie. */
  readonly prefix?: "/api/v1" | "/json";
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends the requests in place of the global `fetch`, for example by way of a proxy. */
  readonly fetch?: (url: string, request: SentRequest) => Promise<ReceivedText>;
}

/** What `fetch` is called with. */
interface SentRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: URLSearchParams;
  readonly signal?: AbortSignal;
}

/** What is read of its response. */
type ReceivedText = Pick<Response, "ok" | "status" | "text">;

export interface Client {
  call<Name extends OperationName>(name: Name, ...args: CallArguments<Name>): Promise<OperationResult<Name>>;
  /** Aborts everything that waits. */
  readonly signal?: AbortSignal | undefined;
}

export function connect(connection: ConnectOptions): Client {
  const { url, email, apiKey, client = "ParleyClient/1.0", signal, prefix = "/api/v1" } = connection;
  const headers: Record<string, string> = { "user-agent": client, ...connection.headers };
  if (email !== undefined && apiKey !== undefined) {
    headers["authorization"] = `Basic ${base64(`${email}:${apiKey}`)}`;
  }
  return {
    signal,
    async call(name, args?: object) {
      const [method, path] = name.split(" ") as [string, string];
      const fields = new URLSearchParams();
      const target = Object.entries(args ?? {}).reduce((target, [key, value]) => {
        if (value === undefined) return target;
        const text = typeof value === "string" ? value : JSON.stringify(value);
        if (target.includes(`{${key}}`)) return target.replace(`{${key}}`, encodeURIComponent(text));
        fields.set(key, text);
        return target;
      }, path);
      const isGet = method === "GET";
      const query = isGet && fields.size > 0 ? `?${fields.toString()}` : "";
      const send = connection.fetch ?? fetch;
      const response = await send(`${url}${prefix}${target}${query}`, {
        method,
        headers,
        ...(!isGet && { body: fields }),
        ...(signal !== undefined && { signal }),
      });
      const body = await jsonOf(response);
      if (!response.ok) throw new ParleyError(response.status, body);
      return body as never;
    },
  };
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** A proxy without its server responds with an HTML page. */
async function jsonOf(response: ReceivedText): Promise<Record<string, unknown>> {
  const text = await response.text();
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    // A success that is no JSON was cut off by a proxy whose server has gone, or is a page of its own.
    const status = response.ok ? 502 : response.status;
    throw new ParleyError(status, { code: "NOT_JSON", msg: text.slice(0, 200) });
  }
}

/** The part of the result of `POST /register` that is about the queue. */
export interface QueuePosition {
  readonly queue_id: string | null;
  readonly last_event_id: number;
}

export interface EventsOptions {
  /**
   * Registers another queue where the server no longer has this one (it was not polled for longer than its lifespan, or
   * the user's account changed). Events between the two queues are lost, so `renew` must also fetch the state again.
   * Without `renew` the loop ends with the error BAD_EVENT_QUEUE_ID.
   */
  readonly renew?: () => Promise<QueuePosition>;
  /**
   * After so long without an answer the connection is taken for dead, as where the server was restarted behind a proxy or
   * a network that told nobody, and the queue is polled again. A server answers every poll within 45 seconds.
   */
  readonly answerWithinMs?: number;
}

/**
 * The events of a queue, one after another and none twice, until the loop is left. While the server cannot be reached
 * or is overloaded, it is polled again at growing intervals; other refusals end the loop.
 */
export async function* eventsOf(
  client: Client,
  queue: QueuePosition,
  { renew, answerWithinMs = MAX_POLL_MS }: EventsOptions = {},
): AsyncGenerator<ReceivedEvent> {
  let { queue_id, last_event_id } = queue;
  for (;;) {
    if (queue_id === null) throw new TypeError("This registration has no event queue.");
    const poll = { queue_id, last_event_id };
    try {
      const { events } = await retried(client, () => within(answerWithinMs, client.call("GET /events", poll)));
      for (const event of events) {
        last_event_id = Math.max(last_event_id, event.id);
        if (event.type !== "heartbeat") yield event;
      }
    } catch (error) {
      if (renew === undefined || !(error instanceof ParleyError) || error.code !== "BAD_EVENT_QUEUE_ID") throw error;
      ({ queue_id, last_event_id } = await retried(client, renew));
    }
  }
}

/** Twice as long as a poll waits, and shorter than the 5 minutes after which Node's fetch gives up by itself. */
const MAX_POLL_MS = 100_000;

async function within<Value>(ms: number, answer: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Programs run this in their own Node.js, which may have no `Promise.withResolvers`.
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TypeError("no answer in time")), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 10_000;

async function retried<Value>({ signal }: Client, attempt: () => Promise<Value>): Promise<Value> {
  for (let wait = FIRST_RETRY_MS; ; wait = Math.min(2 * wait, MAX_RETRY_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isTemporary(error)) throw error;
      // Random delays keep clients that lost the same server from coming back all at once.
      await sleep(Math.max((wait * (1 + Math.random())) / 2, retryAfterMs(error)), signal);
    }
  }
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);

    function end(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      if (signal?.aborted === true) reject(signal.reason as Error);
      else resolve();
    }
  });
}

/** `fetch` throws a TypeError where no response comes: refused, cut off, timed out. */
function isTemporary(error: unknown): boolean {
  if (error instanceof ParleyError) return error.status >= 500 || error.status === 429;
  return error instanceof TypeError && (error.cause as { code?: string } | undefined)?.code !== "ERR_INVALID_URL";
}

function retryAfterMs(error: unknown): number {
  const seconds = error instanceof ParleyError ? error.body["retry-after"] : undefined;
  return typeof seconds === "number" ? seconds * 1000 : 0;
}
