import type { HttpClient } from "#outbound/http-client.ts";
import { OutboundError } from "#outbound/errors.ts";
import type { Site } from "#engine/runtime/site.ts";

/** What the relay, which alone may send to phones, has answered. */
export type RelayResponse =
  | { readonly is: "done"; readonly body: Readonly<Record<string, unknown>> }
  /** It will never do this: `code` says why. */
  | { readonly is: "refused"; readonly code: string; readonly message: string }
  /** It does not know this server, or not any more: the operator must do something. */
  | { readonly is: "locked out" }
  | { readonly is: "broken" }
  | { readonly is: "unreachable" };

export interface Relay {
  call(path: string, body: object, stop?: AbortSignal): Promise<RelayResponse>;
}

/** Nothing where the operator has configured none. Its address holds by which name and key it knows this server. */
export function relayOf({ config, http }: Pick<Site, "config" | "http">): Relay | undefined {
  return config.pushRelayUrl === undefined ? undefined : relayAt(config.pushRelayUrl, http);
}

function relayAt(address: string, http: HttpClient): Relay {
  const { origin, username, password } = new URL(address);
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const headers = {
    authorization: `Basic ${Buffer.from(credentials).toString("base64")}`,
    "content-type": "application/json",
  };
  return {
    async call(path, body, stop) {
      try {
        const url = `${origin}/api/v1/remotes/push/${path}`;
        const reply = await http.post({ url, headers, body: JSON.stringify(body) }, stop);
        return understood(reply.status, reply.body);
      } catch (error) {
        if (error instanceof OutboundError) return { is: "unreachable" };
        throw error;
      }
    },
  };
}

const LOCKED_OUT = new Set(["MISSING_REMOTE_REALM", "PUSH_NOTIFICATIONS_DISALLOWED", "INVALID_SVC_SERVER"]);

function understood(status: number, text: string): RelayResponse {
  if (status >= 500) return { is: "broken" };
  const body = parsed(text);
  if (status === 200) return { is: "done", body };
  const wordOf = (name: string, otherwise: string) => {
    const value = body[name];
    return typeof value === "string" ? value : otherwise;
  };
  const [code, message] = [wordOf("code", "BAD_REQUEST"), wordOf("msg", "")];
  if (status === 401 || status === 403 || LOCKED_OUT.has(code)) return { is: "locked out" };
  return { is: "refused", code, message };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
