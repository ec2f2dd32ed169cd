import type { Scheme } from "#api/browser/scheme.ts";
import { isOwnOrigin } from "#api/browser/same-origin.ts";
import { authenticateRequest } from "#api/callers/auth.ts";
import type { Caller } from "#api/callers/caller.ts";
import { isAdministrator } from "#engine/model/access/membership.ts";
import { hostNameIn, isLoopbackHost } from "#engine/runtime/own-hosts.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { RequestHead } from "#http/exchange.ts";
import { ApiError } from "#platform/errors.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";

/**
 * Refuses a request that came under a name that is not the server's own, or that the page of another origin sent: such a page
 * could reach a server on the reader's machine by a name of its own that leads there (DNS rebinding).
 */
export function checkAsked(site: Site, realms: Realms, realm: RealmRuntime, head: RequestHead): void {
  const { host, origin } = head.headers;
  if (!isAskedByOwnName(site, realms, realm, head))
    throw refused(`This server is not called ${String(host).slice(0, 100)}.`);
  if (origin !== undefined && !isOwnOrigin(site, realm, head, origin))
    throw refused("Pages of other origins may not use this.");
}

function isAskedByOwnName({ config }: Site, realms: Realms, realm: RealmRuntime, head: RequestHead): boolean {
  const host = head.headers["host"]?.toLowerCase() ?? "";
  const name = hostNameIn(host);
  if (isLoopbackHost(name) || config.allowedHosts?.includes(name) === true) return true;
  return [realm.url, realms.urlFor(realm, head)].some((url) => new URL(url).host === host);
}

const refused = (message: string): ApiError => new ApiError("BAD_REQUEST", message, {}, 403);

/** Refuses everything about MCP where the organization does not use it. */
export function requireMcp({ model }: RealmRuntime): void {
  if (realmProperty(model, "mcp_access") === "nobody")
    throw new ApiError("BAD_REQUEST", "This organization does not use MCP. An administrator can allow it.", {}, 404);
}

export function mayUseMcp(model: Model, user: User): boolean {
  const access = realmProperty(model, "mcp_access");
  return access === "everyone" || (access === "administrators" && isAdministrator(user));
}

/** Refuses somebody whose assistants are not let in. */
export function requireMcpFor({ model }: RealmRuntime, user: User): void {
  if (!mayUseMcp(model, user)) throw refused("This organization lets only administrators use MCP.");
}

/** Who sends a request to /mcp, if the organization lets them. */
export function agentCaller(site: Site, realm: RealmRuntime, head: RequestHead): Caller {
  requireMcp(realm);
  const caller = authenticateRequest(site, realm, head, "user", "mcp");
  requireMcpFor(realm, caller.user);
  return caller;
}

/** How the requests of tools show whose they are: as the request to /mcp did, which has been checked. */
export const agentScheme = (site: Site): Scheme => ({
  prefix: "",
  isForBrowsers: false,
  checkSource() {},
  authenticate: (realm, head) => agentCaller(site, realm, head),
  proven: () => undefined,
  clientName: () => "MCP",
});
