import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Scope } from "#http/scopes.ts";
import { basic, raw, type RawAnswer } from "../../../../test/harness/raw.ts";
import {
  type CastMember,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from "../../../../test/harness/server.ts";

/** A server that lets everybody's assistants in. */
export async function startForAgents(options?: TestServerOptions): Promise<TestServer> {
  const server = await startTestServer(options);
  await server.cast.desdemona.call("PATCH /realm", { mcp_access: "everyone" });
  return server;
}

export const headerOf = ({ email, apiKey }: { readonly email: string; readonly apiKey: string }): string =>
  basic(email, apiKey);

/** The header of a key of somebody's with these scopes. */
export async function headerWith(somebody: CastMember, scopes: Scope[]): Promise<string> {
  const { api_key } = await somebody.call("POST /users/me/api_keys", { name: "assistant", scopes });
  return `Bearer ${api_key}`;
}

export interface Assistant {
  readonly tools: () => Promise<string[]>;
  /** The text of an answer, or of a refusal after `!`. */
  readonly use: (name: string, given?: Record<string, unknown>) => Promise<string>;
  /** The same as JSON. */
  readonly get: (name: string, given?: Record<string, unknown>) => Promise<Answered>;
}

interface ShownMessage {
  readonly id: number;
  readonly text: string;
  readonly author: string;
  readonly link: string;
}

export interface Answered {
  readonly notice?: string;
  readonly messages: readonly ShownMessage[];
  readonly message: ShownMessage;
  readonly channels: readonly { readonly id: number; readonly name: string }[];
  readonly topics: readonly { readonly name: string }[];
  readonly users: readonly { readonly id: number; readonly name: string }[];
  readonly id: number;
  readonly next_cursor?: string;
}

/** What a client of the protocol has, whichever it is. */
interface AnyClient {
  listTools(): Promise<{ tools: readonly { readonly name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<object>;
}

export function assistantBy(client: AnyClient): Assistant {
  const use: Assistant["use"] = async (name, given = {}) => {
    const { content, isError } = (await client.callTool({ name, arguments: given })) as {
      content: readonly { readonly text: string }[];
      isError?: boolean;
    };
    assert.equal(content.length, 1);
    return `${isError === true ? "!" : ""}${content[0]?.text}`;
  };
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name).sort(),
    use,
    async get(name, given) {
      const text = await use(name, given);
      assert.ok(text.startsWith("{"), `${name}: ${text}`);
      return JSON.parse(text) as Answered;
    },
  };
}

export type Era = "2025" | "2026-07-28";

/** An assistant with the library's own client. */
export async function assistant(
  server: TestServer,
  authorization: string,
  era: Era = "2026-07-28",
): Promise<Assistant> {
  const client = new Client(
    { name: "assistant", version: "1" },
    era === "2025" ? {} : { versionNegotiation: { mode: { pin: era } } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers: { authorization } } }),
  );
  return assistantBy(client);
}

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** A request as clients of 2025 send it. */
export const send = (
  server: { readonly url: string },
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<RawAnswer> =>
  raw(`${server.url}/mcp`, {
    method: "POST",
    headers: { ...HEADERS, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

export const PING = { jsonrpc: "2.0", id: 1, method: "ping" };

export const callOf = (name: string, given: object): object => ({
  ...PING,
  method: "tools/call",
  params: { name, arguments: given },
});
