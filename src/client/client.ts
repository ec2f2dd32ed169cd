import type { Static, TObject } from "typebox";
import type { Endpoints } from "../app.ts";
import type { Endpoint } from "../api/endpoint.ts";
import type { Param } from "../api/params.ts";
import type { ReceivedEvent } from "../log/event-kinds.ts";

export type { ReceivedEvent } from "../log/event-kinds.ts";

/**
 * The client: `call("POST /messages", { type: "channel", to: "general", topic: "hello", content: "Hi!" })`.
 *
 * Operations, parameters and answers are typed by the server's own declarations; at run time nothing of the server is
 * needed.
 */
type Declared = Endpoints[number];

/** `"POST /messages"` and so on. */
export type Operation = { [E in Declared as `${E["method"]} ${E["path"]}`]: E };
export type OperationName = keyof Operation;

type ParamValue<P> = P extends Param<infer Value> ? Value : never;

/** What an operation takes. Which parameters are needed, the server says. */
export type Arguments<Name extends OperationName> =
  Operation[Name] extends Endpoint<infer _M, infer _Path, infer P, infer _R>
    ? { readonly [Param in keyof P]?: ParamValue<P[Param]> | undefined }
    : never;

/** What an operation answers. */
export type Answer<Name extends OperationName> =
  Operation[Name] extends Endpoint<infer _M, infer _Path, infer _P, infer R>
    ? Static<TObject<R>> & { readonly ignored_parameters_unsupported?: readonly string[] }
    : never;

/** The server's refusal. */
export class ParleyError extends Error {
  readonly status: number;
  readonly code: string;
  /** The whole answer, with whatever fields the code adds. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Record<string, unknown>) {
    const { code = "", msg = "" } = body as { code?: string; msg?: string };
    super(`${status} ${code}: ${msg}`);
    this.status = status;
    this.code = code;
    this.body = body;
  }
}

export interface Connection {
  /** Such as `http://127.0.0.1:9991`. */
  readonly url: string;
  readonly email?: string;
  readonly apiKey?: string;
  /** The name by which the server knows this program. */
  readonly client?: string;
  readonly signal?: AbortSignal;
}

export interface Client {
  call<Name extends OperationName>(name: Name, args?: Arguments<Name>): Promise<Answer<Name>>;
}

export interface Queue {
  readonly queue_id: string;
  readonly last_event_id: number;
}

export function connect(connection: Connection): Client {
  const { url, email, apiKey, client = "ParleyClient/1.0", signal } = connection;
  const headers: Record<string, string> = { "user-agent": client };
  if (email !== undefined && apiKey !== undefined) {
    headers["authorization"] = `Basic ${Buffer.from(`${email}:${apiKey}`).toString("base64")}`;
  }
  return {
    async call(name, args) {
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
      const response = await fetch(`${url}/api/v1${target}${query}`, {
        method,
        headers,
        ...(!isGet && { body: fields }),
        ...(signal !== undefined && { signal }),
      });
      const body = (await response.json()) as Record<string, unknown>;
      if (!response.ok) throw new ParleyError(response.status, body);
      return body as never;
    },
  };
}

/** The events of a queue, one after another, for as long as somebody takes them. */
export async function* eventsOf(client: Client, queue: Queue): AsyncGenerator<ReceivedEvent> {
  let last = queue.last_event_id;
  for (;;) {
    const answer = await client.call("GET /events", { queue_id: queue.queue_id, last_event_id: last });
    const events = answer.events as readonly ReceivedEvent[];
    for (const event of events) {
      last = Math.max(last, event.id);
      if (event.type !== "heartbeat") yield event;
    }
  }
}
