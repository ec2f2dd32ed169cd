import { content, type PageRoute, page, realmAt } from "#api/pages/page.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import { LOADER_URL } from "#markup/previews.ts";
import { UPLOADS_PATH } from "../name.ts";
import { serveUpload } from "./serve.ts";

const A_DAY = "public, max-age=86400";

/** The placeholder for a picture whose thumbnail does not exist yet. */
const LOADER = `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="12" fill="#000">
  <circle cx="6" cy="6" r="4"/><circle cx="24" cy="6" r="4"/><circle cx="42" cy="6" r="4"/></svg>`;

export const uploadPages = (site: Site, realms: Realms): PageRoute[] => [
  page(`${UPLOADS_PATH}/{path:rest}`, "files:read", async (request) =>
    serveUpload(site, await realmAt(realms, request.head), request.inPath["path"] ?? "", request),
  ),
  page(LOADER_URL, "none", () => content("image/svg+xml", LOADER, { "cache-control": A_DAY })),
];
