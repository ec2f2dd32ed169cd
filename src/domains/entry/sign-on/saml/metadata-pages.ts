import { content, type PageRoute, page, realmAt } from "#api/pages/page.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import { escapeHtml } from "#markup/escape.ts";
import { nothingHere } from "#platform/errors.ts";
import { allProviders, type ProviderOf } from "#domains/records/sign-on/providers.ts";
import { metadataPath } from "../providers/present.ts";
import { samlAddresses } from "./client.ts";
import { askedFormat } from "./proof.ts";

/** What a provider can read about this side, instead of having it entered. The address is also the name of this side. */
export const samlMetadataPages = (site: Site, realms: Realms): PageRoute[] => [
  page(metadataPath("{slug}"), "none", async ({ head, inPath }) => {
    const realm = await realmAt(realms, head);
    const provider = allProviders(site.config, realm.model).find(
      (other): other is ProviderOf<"saml"> => other.kind === "saml" && other.slug === inPath["slug"],
    );
    if (provider === undefined) throw nothingHere();
    return content("application/samlmetadata+xml; charset=utf-8", metadataOf(realm.url, provider));
  }),
];

const BINDING = "urn:oasis:names:tc:SAML:2.0:bindings";

function metadataOf(url: string, { slug, settings }: ProviderOf<"saml">): string {
  const { entityId, callback, logout } = samlAddresses(url, slug);
  const format = askedFormat(settings);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escapeHtml(entityId)}">`,
    '  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">',
    `    <SingleLogoutService Binding="${BINDING}:HTTP-Redirect" Location="${escapeHtml(logout)}"/>`,
    ...(format === null ? [] : [`    <NameIDFormat>${format}</NameIDFormat>`]),
    `    <AssertionConsumerService index="0" isDefault="true" Binding="${BINDING}:HTTP-POST" Location="${escapeHtml(callback)}"/>`,
    "  </SPSSODescriptor>",
    "</EntityDescriptor>",
    "",
  ].join("\n");
}
