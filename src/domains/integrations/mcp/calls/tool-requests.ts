import { createDispatcher } from "#api/dispatch.ts";
import { pathNames } from "#api/endpoint.ts";
import { endpointRoutes } from "#api/endpoint-route.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { HttpResponse, RequestHead } from "#http/exchange.ts";
import { createConcurrencyLimit } from "#platform/limits/concurrency-limit.ts";
import { agentScheme } from "../admission.ts";
import { TOOLS } from "../tools/all-tools.ts";
import type { Tool, ToolArguments } from "../tools/tool.ts";

/** How many calls of all agents a process works on at once: they must not take the place of people. */
const MAX_UNDER_WAY = 100;

export interface ToolRefusal {
  readonly msg: string;
  readonly code: string;
}

/** What an endpoint has answered to a tool. */
export type ToolAnswer = { readonly body: Readonly<Record<string, unknown>> } | { readonly refusal: ToolRefusal };

/** Sends a request of a tool for the caller whose request to /mcp it is. */
export type RequestTool = (head: RequestHead, tool: Tool, given: ToolArguments) => Promise<ToolAnswer>;

/** A response that was never written as text. */
interface UnwrittenResponse extends HttpResponse {
  readonly unwritten?: Readonly<Record<string, unknown>>;
}

/**
 * The endpoints of the tools, served as all others are: what a tool may do, and how it is limited, checked, held, counted
 * and recorded, is what `api/` says of its endpoint. Only the bytes are left out.
 */
export function createToolRequests(site: Site, realms: Realms): RequestTool {
  const limit = createConcurrencyLimit(MAX_UNDER_WAY);
  const routes = endpointRoutes<UnwrittenResponse>({
    site,
    realms,
    endpoints: [...new Set(TOOLS.map(({ endpoint }) => endpoint))],
    limiter: undefined,
    webhookLimiter: undefined,
    reads: limit,
    writes: limit,
    large: limit,
    scheme: agentScheme(site),
    respond: (unwritten) => ({ status: 200, headers: {}, body: "", unwritten }),
  });
  const serve = createDispatcher(site, routes);
  return async (head, tool, given) => {
    const request = requestOf(head, tool, given);
    const response: UnwrittenResponse = await serve(request.head, request.body);
    return response.unwritten === undefined
      ? { refusal: JSON.parse(String(response.body)) as ToolRefusal }
      : { body: response.unwritten };
  };
}

/** Who sends it, and from where. */
const KEPT_HEADERS = ["host", "authorization", "user-agent", "x-forwarded-for", "x-forwarded-proto"];
const FORM = "application/x-www-form-urlencoded";

function requestOf(head: RequestHead, { endpoint, takes, params }: Tool, given: ToolArguments) {
  const declared = Object.fromEntries(takes.map((name) => [name, given[name]]));
  const inPath = new Set(pathNames(endpoint.path));
  const fields = new URLSearchParams();
  let path: string = endpoint.path;
  for (const [name, value] of Object.entries({ ...params(given), ...declared })) {
    if (value === undefined) continue;
    const text = typeof value === "string" ? value : JSON.stringify(value);
    if (inPath.has(name)) path = path.replace(`{${name}}`, encodeURIComponent(text));
    else fields.set(name, text);
  }
  const kept = Object.fromEntries(KEPT_HEADERS.map((name) => [name, head.headers[name]]));
  const { method } = endpoint;
  const { remoteAddress } = head;
  return method === "GET"
    ? { head: { method, url: `${path}?${fields}`, headers: kept, remoteAddress }, body: Buffer.alloc(0) }
    : {
        head: { method, url: path, headers: { ...kept, "content-type": FORM }, remoteAddress },
        body: Buffer.from(fields.toString()),
      };
}
