import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { Scope } from "#http/scopes.ts";
import { badRequest } from "#platform/errors.ts";
import { oauthClient, type OauthClient } from "./access.ts";
import { isRegistered } from "./redirect-uris.ts";
import { askedScopes } from "./scopes.ts";

/** What a program asks a person for. */
export interface AskedAccess {
  readonly client: OauthClient;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly scopes: readonly Scope[];
  readonly challenge: string;
}

/** What is wrong with a request is told to the program, if its redirect is one that it may use. */
export interface Misasked {
  readonly location: string;
}

const MAX_STATE = 2000;
const CHALLENGE = /^[\w-]{43,128}$/;

/** Errors about who asks are for the person: nobody is sent to an address that is not the program's. */
export async function askedIn(
  { site, realm, url }: { readonly site: Site; readonly realm: RealmRuntime; readonly url: string },
  query: ReadonlyMap<string, string>,
): Promise<AskedAccess | Misasked> {
  const client = await oauthClient(site, realm, query.get("client_id") ?? "");
  const redirectUri = query.get("redirect_uri") ?? "";
  if (!isRegistered(client.redirectUris, redirectUri))
    throw badRequest("This assistant does not send people to where it says.");
  const given = query.get("state");
  const state = given === undefined || given.length > MAX_STATE ? undefined : given;
  const wrong = (error: string): Misasked => ({ location: redirectTo(redirectUri, { error, state, iss: url }) });
  if (given !== state) return wrong("invalid_request");
  if (query.get("response_type") !== "code") return wrong("unsupported_response_type");
  const challenge = query.get("code_challenge") ?? "";
  if (query.get("code_challenge_method") !== "S256" || !CHALLENGE.test(challenge)) return wrong("invalid_request");
  if (query.get("resource") !== `${url}/mcp`) return wrong("invalid_target");
  const scopes = askedScopes(query.get("scope"));
  if (scopes.length === 0) return wrong("invalid_scope");
  return { client, redirectUri, state, scopes, challenge };
}

/** The address of a program with what it is told. */
export function redirectTo(redirectUri: string, told: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(told)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
