/** Plain HTTP, for what the client would never send. */
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
