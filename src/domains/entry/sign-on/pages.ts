import type { PageRoute } from "#api/pages/page.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import { jwtPages } from "./jwt/pages.ts";
import { beginPages } from "./oidc/begin-pages.ts";
import { callbackPages } from "./oidc/callback-pages.ts";
import { logoutPages } from "./oidc/logout-pages.ts";
import { samlBeginPages } from "./saml/begin-pages.ts";
import { samlCallbackPages } from "./saml/callback-pages.ts";
import { samlLogoutPages } from "./saml/logout-pages.ts";
import { samlMetadataPages } from "./saml/metadata-pages.ts";
import { appPages } from "./rounds/app-pages.ts";
import { linkPages } from "./rounds/link-pages.ts";

/** The way to providers and back. */
export const signOnPages = (site: Site, realms: Realms): PageRoute[] => [
  ...beginPages(site, realms),
  ...callbackPages(site, realms),
  ...linkPages(site, realms),
  ...appPages(site, realms),
  ...logoutPages(site, realms),
  ...samlBeginPages(site, realms),
  ...samlCallbackPages(site, realms),
  ...samlLogoutPages(site, realms),
  ...samlMetadataPages(site, realms),
  ...jwtPages(site, realms),
];
