import { type PageRoute, page, realmAt } from "#api/pages/page.ts";
import { pageUser } from "#api/pages/page-user.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import { zoomPages } from "./zoom/pages.ts";
import { JOIN_CALL_PATH, joinUrl, meetingIn } from "./bigbluebutton.ts";

/** Leads people of the organization into a call under their own names. */
export const callPages = (site: Site, realms: Realms): PageRoute[] => [
  ...zoomPages(site, realms),
  page(`${JOIN_CALL_PATH}/{token}`, "messages:write", async (request) => {
    const realm = await realmAt(realms, request.head);
    const person = await pageUser(site, realm, request);
    const { token = "" } = request.inPath;
    const location = await joinUrl(site, meetingIn(site.keys, realm.id, token), person);
    return { status: 302, headers: { location, "cache-control": "no-store" }, body: "" };
  }),
];
