import { request } from "node:http";

/** Plain HTTP, for requests that the client would never send. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

export async function raw(
  url: string,
  init: RequestInit & { as?: { email: string; apiKey: string } } = {},
): Promise<RawAnswer> {
  const headers = new Headers(init.headers);
  if (init.as !== undefined) headers.set("authorization", basic(init.as.email, init.as.apiKey));
  const response = await fetch(url, { ...init, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

export const basic = (email: string, key: string): string =>
  `Basic ${Buffer.from(`${email}:${key}`).toString("base64")}`;

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** A request with another `Host` header than the server's own, which `fetch` does not allow. */
export function atHost(
  url: string,
  host: string,
  path: string,
  init: { method?: string; as?: readonly [email: string, key: string]; headers?: Record<string, string> } = {},
): Promise<{ status: number; text: string }> {
  const headers = { ...init.headers, host, ...(init.as !== undefined && { authorization: basic(...init.as) }) };
  return new Promise((resolve, reject) => {
    request(`${url}${path}`, { headers, method: init.method ?? "GET" }, (response) => {
      let text = "";
      response.on("data", (data) => (text += String(data)));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on("error", reject)
      .end();
  });
}
