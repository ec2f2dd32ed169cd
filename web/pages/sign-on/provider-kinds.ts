import { oidcOnPage } from "./oidc-form.tsx";
import { samlOnPage } from "./saml-form.tsx";
import type { KindOnPage, ProviderKind } from "./provider-fields.ts";

/** The kinds of providers that owners can add. */
export const KINDS_ON_PAGE: { readonly [Kind in ProviderKind]: KindOnPage } = { oidc: oidcOnPage, saml: samlOnPage };

/** In the order in which they are offered. */
export const KINDS = Object.keys(KINDS_ON_PAGE) as readonly ProviderKind[];
