import type { PageRoute } from "#api/pages/page.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import { groupRoutes } from "./groups/pages.ts";
import { listResponse } from "./listing.ts";
import type { Resource } from "./protocol/attributes.ts";
import { notFound } from "./protocol/scim-error.ts";
import { resourceTypes, schemas, serviceProviderConfig } from "./protocol/service-documents.ts";
import { scimRoutes } from "./request.ts";
import { userRoutes } from "./users/pages.ts";

/** Where directories keep accounts and groups up to date, by SCIM 2.0 (RFC 7643, RFC 7644). */
export function scimPages(site: Site, realms: Realms): PageRoute[] {
  const route = scimRoutes(site, realms);
  const documents = (path: string, of: (url: string) => readonly Resource[]) => [
    route("GET", path, [], ({ url }) => listResponse(of(url).length, 1, of(url))),
    route("GET", `${path}/{id}`, [], ({ url, id }) => {
      const found = of(url).find((document) => String(document["id"]).toLowerCase() === id.toLowerCase());
      if (found === undefined) throw notFound("document");
      return { status: 200, body: found };
    }),
  ];
  const nothing = () => {
    throw notFound("resource");
  };
  return [
    route("GET", "/ServiceProviderConfig", [], ({ url }) => ({ status: 200, body: serviceProviderConfig(url) })),
    ...documents("/ResourceTypes", resourceTypes),
    ...documents("/Schemas", schemas),
    ...userRoutes(route),
    ...groupRoutes(route),
    ...["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => route(method, "/{path:rest}", [], nothing)),
  ];
}
