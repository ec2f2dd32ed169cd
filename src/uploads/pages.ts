import type { FastifyInstance } from "fastify";
import { ApiError } from "../api/errors.ts";
import type { Realms } from "../live/realms.ts";
import type { Site } from "../live/site.ts";
import { LOADER_URL } from "../markup/previews.ts";
import { UPLOADS_PATH } from "./paths.ts";
import { serveUpload } from "./serve.ts";

const A_DAY = "public, max-age=86400";

/** What stands for a picture while it is drawn. */
const LOADER = `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="12" fill="#000">
  <circle cx="6" cy="6" r="4"/><circle cx="24" cy="6" r="4"/><circle cx="42" cy="6" r="4"/></svg>`;

/** Uploaded files. */
export function addUploadPages(app: FastifyInstance, site: Site, realms: Realms): void {
  app.get<{ Params: { "*": string } }>(`${UPLOADS_PATH}/*`, async (request, reply) => {
    const realm = await realms.byHost(request.headers.host);
    if (realm === undefined) throw new ApiError("NONEXISTENT_SUBDOMAIN", "There is no organization at this host");
    const { status, headers, body } = await serveUpload(site, realm, request.params["*"], request.headers);
    return reply.code(status).headers(headers).send(body);
  });

  app.get(LOADER_URL, (_request, reply) => reply.type("image/svg+xml").header("cache-control", A_DAY).send(LOADER));
}
