import { ApiError } from "#platform/errors.ts";
import { content, type PageRoute, page, realmAt } from "#api/pages/page.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import { PICTURE_PATH } from "#domains/records/organization/icon.ts";
import { readOrganizationPicture } from "./queries.ts";

const A_YEAR = "public, max-age=31536000, immutable";
const FILE = /^([A-Za-z0-9]{32})\.png$/;

/** Seen before anybody logs in, so for everybody. */
export const picturePages = (realms: Realms): PageRoute[] => [
  page(`${PICTURE_PATH}/{file}`, "none", async ({ head, inPath }) => {
    const realm = await realmAt(realms, head);
    const [, hash = ""] = FILE.exec(inPath["file"] ?? "") ?? [];
    const picture = await readOrganizationPicture(readPool(realm), realm.id, hash);
    if (picture === undefined) throw new ApiError("BAD_REQUEST", "There is no such picture", {}, 404);
    return content("image/png", [picture], { "cache-control": A_YEAR });
  }),
];
