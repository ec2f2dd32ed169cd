import type { PageRoute } from "#api/pages/page.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import { consentPages } from "./consent-pages.ts";
import { metadataPages } from "./metadata.ts";
import { programPages } from "./program-pages.ts";

/** How an assistant is let in by its person, without a key that somebody copies: OAuth 2.1. */
export const oauthPages = (site: Site, realms: Realms): PageRoute[] => [
  ...metadataPages(site, realms),
  ...consentPages(site, realms),
  ...programPages(site, realms),
];
