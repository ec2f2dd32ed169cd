import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import type { OAuthClientProvider, OAuthDiscoveryState, OAuthTokens } from "@modelcontextprotocol/client";
import { type BrowserSession, browserSession } from "../../../../../test/harness/browser.ts";
import { PASSWORD } from "../../../../../test/harness/cast.ts";
import { raw } from "../../../../../test/harness/raw.ts";
import type { CastMember, TestServer, TestServerOptions } from "../../../../../test/harness/server.ts";
import { startForAgents } from "../test-support.ts";

const NAME = "Yorick's assistant";
export const REDIRECT = "http://127.0.0.1:7777/callback";

/** A server at which assistants may register themselves. */
export async function startForStrangers(options?: TestServerOptions): Promise<TestServer> {
  const server = await startForAgents(options);
  await server.cast.desdemona.call("PATCH /realm", { mcp_client_registration: true });
  return server;
}

/** What a program keeps that the library's client lets in. */
export interface KeptByProgram {
  information?: { readonly client_id: string };
  tokens?: OAuthTokens;
  asked?: URL;
  verifier?: string;
  discovery?: OAuthDiscoveryState;
}

/** How it is let in: by a document of its own, or by registering itself. */
export function providerOf(kept: KeptByProgram, documentUrl?: string): OAuthClientProvider {
  return {
    redirectUrl: REDIRECT,
    clientMetadata: { client_name: NAME, redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" },
    ...(documentUrl !== undefined && { clientMetadataUrl: documentUrl }),
    state: () => "state of the program",
    clientInformation: () => kept.information,
    saveClientInformation: (information) => void (kept.information = information),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void (kept.asked = url),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? "",
    saveDiscoveryState: (discovery) => void (kept.discovery = discovery),
    discoveryState: () => kept.discovery,
  };
}

export interface Shown {
  readonly status: number;
  readonly text: string;
  /** Where the page leads on to. */
  readonly next: URL | undefined;
}

const unescaped = (html: string): string =>
  html
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

async function shown(response: Response): Promise<Shown> {
  const text = await response.text();
  const [, next] = /<meta http-equiv="refresh" content="0; url=([^"]*)">/.exec(text) ?? [];
  return { status: response.status, text, next: next === undefined ? undefined : new URL(unescaped(next)) };
}

/** The page that asks, as a browser sees it. */
export const question = async (browser: BrowserSession, asked: URL): Promise<Shown> =>
  shown(await browser.fetch(asked.pathname + asked.search));

export const ALL_FIELDS = {
  scope_messages_read: "true",
  scope_messages_write: "true",
  scope_channels_read: "true",
  scope_users_read: "true",
};

/** What comes of the form on that page. */
export const answered = async (
  browser: BrowserSession,
  asked: URL,
  fields: Readonly<Record<string, string>> = { ...ALL_FIELDS, password: PASSWORD },
  headers: Readonly<Record<string, string>> = {},
): Promise<Shown> =>
  shown(
    await browser.fetch(asked.pathname + asked.search, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers,
    }),
  );

export async function registerProgram(server: TestServer, said: object = {}): Promise<{ status: number; id: string }> {
  const { status, json } = await raw(`${server.url}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: NAME, redirect_uris: [REDIRECT], ...said }),
  });
  return { status, id: String(json["client_id"]) };
}

export const post = (server: TestServer, path: string, fields: Readonly<Record<string, string>>) =>
  raw(`${server.url}${path}`, { method: "POST", body: new URLSearchParams(fields) });

export const challengeOf = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url");

/** The address by which a program asks, and the secret that it keeps. */
export function asking(
  server: TestServer,
  id: string,
  changes: Readonly<Record<string, string | undefined>> = {},
): { readonly url: URL; readonly verifier: string } {
  const verifier = randomBytes(32).toString("base64url");
  const url = new URL(`${server.url}/oauth/authorize`);
  const params = {
    response_type: "code",
    client_id: id,
    redirect_uri: REDIRECT,
    state: "s",
    resource: `${server.url}/mcp`,
    code_challenge: challengeOf(verifier),
    code_challenge_method: "S256",
    ...changes,
  };
  for (const [name, value] of Object.entries(params)) if (value !== undefined) url.searchParams.set(name, value);
  return { url, verifier };
}

export interface Fetched {
  readonly id: string;
  readonly code: string;
  readonly verifier: string;
}

/** A code that somebody has given to a program. */
export async function codeOf(
  server: TestServer,
  person: CastMember,
  fields?: Readonly<Record<string, string>>,
  known?: string,
): Promise<Fetched> {
  const id = known ?? (await registerProgram(server)).id;
  const { url, verifier } = asking(server, id);
  const { next, text } = await answered(await browserSession(server, person), url, fields);
  const code = next?.searchParams.get("code");
  assert.ok(typeof code === "string", text);
  return { id, code, verifier };
}

export const exchanged = (server: TestServer, { id, code, verifier }: Fetched, changes: Record<string, string> = {}) =>
  post(server, "/oauth/token", {
    grant_type: "authorization_code",
    code,
    client_id: id,
    redirect_uri: REDIRECT,
    code_verifier: verifier,
    ...changes,
  });

export interface TokenAnswer {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly expires_in: number;
}

/** The tokens of a program that somebody has let in. */
export async function tokensOf(
  server: TestServer,
  person: CastMember,
  fields?: Readonly<Record<string, string>>,
  known?: string,
): Promise<TokenAnswer & { readonly id: string }> {
  const fetched = await codeOf(server, person, fields, known);
  const { status, text, json } = await exchanged(server, fetched);
  assert.equal(status, 200, text);
  return { ...(json as unknown as TokenAnswer), id: fetched.id };
}

export const refreshed = (server: TestServer, refresh: string, id: string) =>
  post(server, "/oauth/token", { grant_type: "refresh_token", refresh_token: refresh, client_id: id });
