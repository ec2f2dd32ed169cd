import type { Arguments } from "#client/client.ts";
import { raw, type RawAnswer } from "./raw.ts";
import type { CastMember, TestServer } from "./server.ts";

const JSON_TYPE = { "content-type": "application/json" };

interface Sending {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A bot with its key, and requests to its webhook as services send them. */
export interface Hook {
  readonly id: number;
  readonly key: string;
  readonly email: string;
  send(integration: string, sending?: Sending): Promise<RawAnswer>;
}

let made = 0;
export async function makeHook(
  server: TestServer,
  owner: CastMember,
  args: Partial<Arguments<"POST /bots">> = {},
): Promise<Hook> {
  const name = `hook${(made += 1)}`;
  const bot = { full_name: `Hook ${made}`, short_name: name, bot_type: 2, ...args };
  const { user_id: id, api_key: key } = await owner.call("POST /bots", bot);
  return {
    id,
    key,
    email: `${name}-bot@localhost`,
    send(integration, { query = {}, headers = {}, body = {} } = {}) {
      const search = new URLSearchParams({ api_key: key, ...query }).toString();
      return raw(`${server.url}/api/v1/external/${integration}?${search}`, {
        method: "POST",
        headers: { ...JSON_TYPE, ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
    },
  };
}
