import { content, type PageRoute, page, realmAt } from "#api/pages/page.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { RequestHead } from "#http/exchange.ts";
import { NO_CORS } from "#http/response.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import { checkAsked, requireMcp } from "../admission.ts";
import { TOOL_SCOPES } from "./scopes.ts";

export const RESOURCE_METADATA = "/.well-known/oauth-protected-resource/mcp";
const SERVER_METADATA = "/.well-known/oauth-authorization-server";

export const AUTHORIZE_PATH = "/oauth/authorize";
export const TOKEN_PATH = "/oauth/token";
export const REVOKE_PATH = "/oauth/revoke";
export const REGISTER_PATH = "/oauth/register";

/** Tells a program without a key where it gets one. */
export const challenge = (url: string, isWrong: boolean): string =>
  [
    ...(isWrong ? ['error="invalid_token"'] : []),
    `resource_metadata="${url}${RESOURCE_METADATA}"`,
    `scope="${TOOL_SCOPES.join(" ")}"`,
  ]
    .map((part, index) => (index === 0 ? `Bearer ${part}` : part))
    .join(", ");

const resource = (url: string, { model }: RealmRuntime) => ({
  resource: `${url}/mcp`,
  authorization_servers: [url],
  scopes_supported: TOOL_SCOPES,
  bearer_methods_supported: ["header"],
  resource_name: model.realm.name,
});

const authorizationServer = (url: string, { model }: RealmRuntime) => ({
  issuer: url,
  authorization_endpoint: url + AUTHORIZE_PATH,
  token_endpoint: url + TOKEN_PATH,
  revocation_endpoint: url + REVOKE_PATH,
  ...(realmProperty(model, "mcp_client_registration") && { registration_endpoint: url + REGISTER_PATH }),
  scopes_supported: TOOL_SCOPES,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  code_challenge_methods_supported: ["S256"],
  client_id_metadata_document_supported: true,
  authorization_response_iss_parameter_supported: true,
});

/** What programs read to find out how they are let in. */
export function metadataPages(site: Site, realms: Realms): PageRoute[] {
  const serving =
    (describe: (url: string, realm: RealmRuntime) => object) =>
    async ({ head }: { head: RequestHead }) => {
      const realm = await realmAt(realms, head);
      checkAsked(site, realms, realm, head);
      requireMcp(realm);
      return content("application/json", `${JSON.stringify(describe(realms.urlFor(realm, head), realm))}\n`, NO_CORS);
    };
  return [
    page(RESOURCE_METADATA, "none", serving(resource)),
    page(SERVER_METADATA, "none", serving(authorizationServer)),
  ];
}
