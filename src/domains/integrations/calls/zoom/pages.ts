import { passGate } from "#api/callers/gates.ts";
import { documentResponse, paragraph, shownOrganization } from "#domains/records/pages/layout.ts";
import { textsFor } from "#domains/records/pages/texts.ts";
import { type PageRoute, page, realmAt } from "#api/pages/page.ts";
import { pageUser } from "#api/pages/page-user.ts";
import { queryFields, queryOf } from "#api/parameters/fields.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { Routed } from "#http/router.ts";
import { agreementState, checkAgreementState, sealedToken } from "./access.ts";
import { connectZoom } from "./actions.ts";
import { zoomOf } from "./zoom.ts";

const RETURN_PATH = "/calls/zoom/complete";

/** Leads people to Zoom, where they agree that Parley makes calls in their account, and back. */
export function zoomPages(site: Site, realms: Realms): PageRoute[] {
  const visitor = async (request: Routed) => {
    const realm = await realmAt(realms, request.head);
    const user = await pageUser(site, realm, request);
    passGate("human", user);
    return { realm, user, returnTo: realm.url + RETURN_PATH };
  };
  return [
    page("/calls/zoom/register", "full", async (request) => {
      const { realm, user, returnTo } = await visitor(request);
      const state = agreementState(site.keys, realm.id, user, site.clock.now());
      const location = zoomOf(site).agreementUrl(returnTo, state);
      return { status: 302, headers: { location, "cache-control": "no-store" }, body: "" };
    }),
    page(RETURN_PATH, "full", async (request) => {
      const { realm, user, returnTo } = await visitor(request);
      const fields = queryFields(queryOf(request.head.url));
      checkAgreementState(site.keys, realm.id, user, site.clock.now(), fields.get("state") ?? "");
      const tokens = await zoomOf(site).tokensFor(fields.get("code") ?? "", returnTo);
      await realm.write(user, (tx, present) =>
        connectZoom(tx, present, sealedToken(site.keys, realm.id, present, tokens)),
      );
      const texts = textsFor(request.head);
      return documentResponse({
        organization: shownOrganization(realm.model),
        texts,
        title: texts.t("Zoom is connected"),
        body: paragraph(texts.t("You can close this window and start calls.")),
      });
    }),
  ];
}
