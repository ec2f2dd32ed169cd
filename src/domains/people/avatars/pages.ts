import { pageUser } from "#api/pages/page-user.ts";
import { ApiError } from "#platform/errors.ts";
import { content, type PageRoute, page, realmAt } from "#api/pages/page.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import { mayKnowUser } from "#engine/model/access/permissions.ts";
import type { User } from "#engine/model/records.ts";
import { AVATAR_PATH, DRAWN_PATH, drawnAvatar, STRANGER_AVATAR } from "#domains/records/organization/drawn-picture.ts";
import { avatarUrl, mediumAvatarUrl } from "#domains/records/users/present.ts";
import { readAvatar } from "../lifecycle/queries.ts";

const A_YEAR = "public, max-age=31536000, immutable";
/** Whatever a picture says, it can run nothing when it is opened from our origin. */
const POLICY = "default-src 'none'; sandbox";
const noPicture = () => new ApiError("BAD_REQUEST", "There is no such picture", {}, 404);
const FILE = /^([A-Za-z0-9]{32})(-medium)?\.png$/;

/** The pictures, and the addresses that redirect to the picture that a user has now. */
export function avatarPages(site: Site, realms: Realms): PageRoute[] {
  const redirect = (path: string, isMedium: boolean) =>
    page(path, "users:read", async (request) => {
      const realm = await realmAt(realms, request.head);
      const viewer = await pageUser(site, realm, request);
      const user = userRecord(realm.model, Number(request.inPath["user_id"]));
      return { status: 302, headers: { location: pictureOf(realm.model, viewer, user, isMedium) }, body: "" };
    });
  return [
    // Anybody with the address may see the picture: the address cannot be guessed, and it changes with the picture.
    page(`${AVATAR_PATH}/{file}`, "none", async ({ head, inPath }) => {
      const realm = await realmAt(realms, head);
      const [, hash = "", medium] = FILE.exec(inPath["file"] ?? "") ?? [];
      const image = await readAvatar(readPool(realm), realm.id, hash, medium === undefined ? "small" : "medium");
      if (image === undefined) throw noPicture();
      return content("image/png", [image], { "cache-control": A_YEAR });
    }),
    page(`${DRAWN_PATH}/{colour:number}/{file}`, "none", ({ inPath: { colour, file = "" } }) => {
      const picture = drawnAvatar(Number(colour), file);
      if (picture === undefined) throw noPicture();
      return content("image/svg+xml", picture, { "cache-control": A_YEAR, "content-security-policy": POLICY });
    }),
    redirect("/avatar/{user_id:number}", false),
    redirect("/avatar/{user_id:number}/medium", true),
  ];
}

function pictureOf(model: Model, viewer: User, user: User | undefined, isMedium: boolean): string {
  if (user === undefined || !mayKnowUser(model, viewer, user)) return STRANGER_AVATAR;
  return isMedium ? mediumAvatarUrl(model, user) : avatarUrl(model, user, false);
}
