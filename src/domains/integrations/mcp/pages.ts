import { type PageRoute, page, realmAt } from "#api/pages/page.ts";
import { senderName, showsKey } from "#api/callers/auth.ts";
import { refusalOf } from "#api/error-response.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import { wholeBody } from "#http/bodies/body.ts";
import type { HttpResponse } from "#http/exchange.ts";
import { NO_CORS } from "#http/response.ts";
import type { Routed } from "#http/router.ts";
import { type ApiError, badRequest } from "#platform/errors.ts";
import { createRateLimiter, rateLimitError } from "#platform/limits/rate-limit.ts";
import { agentCaller, checkAsked } from "./admission.ts";
import { createCalls } from "./calls/call-tool.ts";
import { createToolRequests } from "./calls/tool-requests.ts";
import { toolsOffered } from "./protocol/offered-tools.ts";
import { challenge } from "./oauth/metadata.ts";
import { createProtocol, MAX_BODY_BYTES } from "./protocol/protocol.ts";

/** Of an account. Whoever begins anew for every call sends four of them. */
const REQUESTS = { seconds: 60, requests: 300 };

/** Where programs with a language model call tools, by the Model Context Protocol. */
export function mcpPages(site: Site, realms: Realms): PageRoute[] {
  let created: ReturnType<typeof createService> | undefined;
  const serve = async (request: Routed): Promise<HttpResponse> => {
    created ??= createService(site, realms);
    try {
      const { headers, ...answer } = await created(request);
      return { ...answer, headers: { ...headers, ...NO_CORS } };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      return refusalResponse(refusal, await challengeFor(realms, request));
    }
  };
  return [{ ...page("/mcp", "any", serve, "POST"), audits: ["mcp.tool_called"] }];
}

function createService(site: Site, realms: Realms) {
  const limiter = site.config.rateLimit ? createRateLimiter(REQUESTS, site.clock) : undefined;
  const answer = createProtocol(toolsOffered(createCalls(site, createToolRequests(site, realms))));
  return async (request: Routed) => {
    const { head, body } = request;
    const realm = await realmAt(realms, head);
    checkAsked(site, realms, realm, head);
    const { user } = agentCaller(site, realm, head);
    const verdict = limiter?.hit(senderName(realm, user));
    if (verdict?.allowed === false) throw rateLimitError(verdict);
    if (!Buffer.isBuffer(body)) body.account.ownedBy(senderName(realm, user));
    const bytes = await wholeBody(head, body, MAX_BODY_BYTES);
    // A list could hold hundreds of calls. The protocol has had none since 2025-06-18.
    if (/^\s*\[/.test(bytes.toString("latin1"))) throw badRequest("Send one message in a request.");
    // By now the caller may have no key or no account any more.
    const caller = agentCaller(site, realm, head);
    const url = realms.urlFor(realm, head);
    return answer({ realm, caller, request, url }, head, url, bytes);
  };
}

async function challengeFor(realms: Realms, { head }: Routed): Promise<string> {
  const realm = await realms.byHost(head.headers["host"]);
  return realm === undefined ? "Bearer" : challenge(realms.urlFor(realm, head), showsKey(head.headers));
}

/** What is refused before the protocol begins. Clients show the words of such an error. */
function refusalResponse({ status, code, message, fields }: ApiError, wwwAuthenticate: string): HttpResponse {
  const retryAfter = fields["retry-after"];
  return {
    status,
    headers: {
      ...NO_CORS,
      "content-type": "application/json",
      ...(status === 401 && { "www-authenticate": wwwAuthenticate }),
      ...(typeof retryAfter === "number" && { "retry-after": String(Math.ceil(retryAfter)) }),
    },
    body: `${JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32_000, message, data: { ...fields, code } } })}\n`,
  };
}
