import assert from "node:assert/strict";
import { eventRegistry, endpoints } from "../../src/app.ts";
import { problem } from "#platform/schema/check.ts";
import {
  type OperationResult,
  type Arguments,
  type Client,
  connect,
  type ConnectOptions,
  type OperationName,
  ParleyError,
  type CallArguments,
} from "#client/client.ts";
import { kindKey } from "#engine/log/event-kinds.ts";
import { fetchByHttp } from "./fetch-by-http.ts";

const byName = new Map(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]));

/** An event whose fields a test names without checking its kind. */
export interface TestEvent {
  readonly id: number;
  readonly type: string;
  readonly op?: string;
  readonly [field: string]: unknown;
}

export interface TestQueue {
  readonly queue_id: string;
  last_event_id: number;
}

/** A queue and the state that it continues, whose fields depend on the request. */
export type Registered = OperationResult<"POST /register"> & Readonly<Record<string, unknown>>;

/** The typed client, with every response and event checked against its declaration. */
export interface CheckedClient extends Client {
  /** A call that must be refused, perhaps with missing arguments; returns the refusal. */
  refused<Name extends OperationName>(name: Name, args?: Partial<Arguments<Name>>): Promise<ParleyError>;
  /** A queue, with the state that it continues. */
  register(args?: Arguments<"POST /register">): Promise<TestQueue & Registered>;
  /** The events of a queue so far; the next call continues after them. */
  drain(queue: TestQueue): Promise<TestEvent[]>;
  readonly connection: ConnectOptions;
}

export function checkedClient(connection: ConnectOptions): CheckedClient {
  const client = connect({ fetch: fetchByHttp, ...connection });
  const call = async <Name extends OperationName>(
    name: Name,
    ...args: CallArguments<Name>
  ): Promise<OperationResult<Name>> => {
    const answer = await client.call(name, ...args);
    if (name === "GET /events")
      for (const event of (answer as unknown as { events: TestEvent[] }).events) checkEvent(event);
    else checkAnswer(name, answer);
    return answer;
  };
  return {
    connection,
    call,
    async refused(name, args) {
      try {
        const answer = await client.call(name, ...([args] as unknown as CallArguments<typeof name>));
        assert.fail(`${name} was not refused: ${JSON.stringify(answer)}`);
      } catch (error) {
        if (error instanceof ParleyError) return error;
        throw error;
      }
    },
    register: async (args) => (await call("POST /register", args)) as TestQueue & Registered,
    async drain(queue) {
      const all: TestEvent[] = [];
      for (;;) {
        const { queue_id, last_event_id } = queue;
        const { events } = (await call("GET /events", { queue_id, last_event_id, dont_block: true })) as {
          events: TestEvent[];
        };
        if (events.length === 0) return all;
        for (const event of events) {
          assert.ok(event.id > queue.last_event_id, "event IDs rise");
          queue.last_event_id = event.id;
          all.push(event);
        }
      }
    },
  };
}

function checkAnswer(name: string, answer: unknown): void {
  const endpoint = byName.get(name);
  assert.ok(endpoint, `${name} is declared`);
  assert.equal(problem(endpoint.resultSchema, answer, name), undefined);
}

export function checkEvent(event: TestEvent): void {
  if (event.type === "heartbeat") return;
  const kind = eventRegistry.get(kindKey(event));
  assert.ok(kind, `the event ${kindKey(event)} is declared`);
  assert.equal(problem(kind.schema, event, kindKey(event)), undefined);
  const declared = new Set(["id", ...Object.keys(kind.schema.properties)]);
  for (const field of Object.keys(event)) assert.ok(declared.has(field), `${kindKey(event)} declares ${field}`);
}
