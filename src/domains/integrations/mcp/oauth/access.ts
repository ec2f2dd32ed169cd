import { perOrganization } from "#engine/runtime/organization-state.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import { OutboundError } from "#outbound/errors.ts";
import { type BoundedMap, createBoundedMap } from "#platform/collections/bounded-map.ts";
import type { Clock } from "#platform/clock.ts";
import { badRequest } from "#platform/errors.ts";
import {
  createRateLimiter,
  rateLimitError,
  type RateLimiter,
  type RateLimitRule,
} from "#platform/limits/rate-limit.ts";
import { readClient } from "./queries.ts";
import { isRedirectUri } from "./redirect-uris.ts";

/** A program that asks to be let in. */
export interface OauthClient {
  /** The URL of its document, or what it has got when it registered. */
  readonly id: string;
  /** As it calls itself: nobody has checked that. */
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** The host that its document comes from, which nobody else can claim. */
  readonly host: string | undefined;
}

const MAX_DOCUMENT_BYTES = 5120;
const MAX_ID_LENGTH = 500;
const MAX_NAME_LENGTH = 60;
const MAX_REDIRECT_URIS = 20;
const KEPT_MS = 10 * 60_000;
const MAX_KEPT = 200;

interface KeptDocument {
  readonly client: OauthClient;
  readonly until: number;
}

/** For an organization: its people choose what is fetched. */
const FETCHES: RateLimitRule = { seconds: 60, requests: 30 };

interface Documents {
  readonly byUrl: BoundedMap<KeptDocument>;
  readonly limiter: RateLimiter;
}

const documents = perOrganization("documents of assistants", (_realm, clock: Clock): Documents => ({
  byUrl: createBoundedMap<KeptDocument>(MAX_KEPT),
  limiter: createRateLimiter(FETCHES, clock),
}));

/** The program with an ID. Its document is fetched for people who are logged in only. */
export async function oauthClient(site: Site, realm: RealmRuntime, id: string): Promise<OauthClient> {
  if (!id.startsWith("https://")) {
    const row = id.length > MAX_ID_LENGTH ? undefined : await readClient(readPool(realm), realm.id, id);
    if (row === undefined) throw badRequest("This assistant is not registered here.");
    return { ...row, host: undefined };
  }
  const { byUrl, limiter } = documents(realm, site.clock);
  const kept = byUrl.get(id);
  const now = site.clock.now();
  if (kept !== undefined && now < kept.until) return kept.client;
  const verdict = limiter.hit("");
  if (site.config.rateLimit && !verdict.allowed) throw rateLimitError(verdict);
  const client = await fetchClient(site, id);
  byUrl.set(id, { client, until: now + KEPT_MS });
  return client;
}

async function fetchClient({ http }: Site, id: string): Promise<OauthClient> {
  const url = URL.parse(id);
  const isPlain = url !== null && url.href === id && url.username === "" && url.password === "" && url.hash === "";
  if (!isPlain || id.includes("#") || id.length > MAX_ID_LENGTH || url.pathname === "/") throw badDocument();
  const text = await http.text(id, MAX_DOCUMENT_BYTES).catch((error: unknown) => {
    if (error instanceof OutboundError) throw badDocument();
    throw error;
  });
  const document = parsedObject(text);
  if (document === undefined || document["client_id"] !== id) throw badDocument();
  const client = clientFrom(document);
  if (client === undefined) throw badDocument();
  return { id, ...client, host: url.host };
}

const badDocument = () => badRequest("The description of this assistant cannot be read.");

export function parsedObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** What a program says of itself; undefined where that cannot be used. Programs with a secret are not let in. */
export function clientFrom(
  said: Readonly<Record<string, unknown>>,
): Pick<OauthClient, "name" | "redirectUris"> | undefined {
  const { redirect_uris: uris, client_name: name, token_endpoint_auth_method: method = "none" } = said;
  if (method !== "none" || !Array.isArray(uris) || uris.length === 0 || uris.length > MAX_REDIRECT_URIS)
    return undefined;
  const redirectUris: unknown[] = uris;
  if (!redirectUris.every((uri) => isRedirectUri(uri))) return undefined;
  return { name: shownName(name), redirectUris };
}

/** On one line, without characters that turn the others around or cannot be seen. */
function shownName(name: unknown): string {
  const text = typeof name === "string" ? name.slice(0, 1000).toWellFormed() : "";
  const clean = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim();
  const short = Array.from(clean).slice(0, MAX_NAME_LENGTH).join("");
  return short === "" ? "MCP" : short;
}
