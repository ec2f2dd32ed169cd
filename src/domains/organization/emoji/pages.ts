import { createHash } from "node:crypto";
import { ApiError } from "#platform/errors.ts";
import { content, type PageRoute, page, realmAt } from "#api/pages/page.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import { emojiNames, EXTRA_EMOJI_NAMES } from "#markup/inline/emoji.ts";
import { extraEmojiUrl } from "#markup/text.ts";
import { openPicture } from "#platform/pictures.ts";
import { EMOJI_DATA_PATH, EMOJI_PATH } from "./present.ts";
import { readEmojiPicture } from "./queries.ts";

const A_YEAR = "public, max-age=31536000, immutable";
/** The file names that `addEmoji` makes. */
const FILE = /^[A-Za-z0-9]{32}(-still\.png|\.png|\.gif)$/;
const A_DAY = "public, max-age=86400";

/** The picture of the emoji that every server of this API has besides those of Unicode. */
const EXTRA_PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">
  <path d="M8 10h48v34H34L20 56V44H8z" fill="#3366cc"/><circle cx="22" cy="27" r="4" fill="#fff"/>
  <circle cx="32" cy="27" r="4" fill="#fff"/><circle cx="42" cy="27" r="4" fill="#fff"/></svg>`;

/** Pictures of emoji, and the table of their names. */
export function emojiPages(realms: Realms): PageRoute[] {
  const table = JSON.stringify({ code_to_names: emojiNames() });
  const tag = `"${createHash("sha256").update(table).digest("base64url").slice(0, 16)}"`;
  let extra: Promise<Buffer> | undefined;
  return [
    // Anybody with the address may see the picture: the address cannot be guessed, and its content never changes.
    page(`${EMOJI_PATH}/{file}`, "none", async ({ head, inPath }) => {
      const realm = await realmAt(realms, head);
      const { file = "" } = inPath;
      const picture = FILE.test(file) ? await readEmojiPicture(readPool(realm), realm.id, file) : undefined;
      if (picture === undefined) throw new ApiError("BAD_REQUEST", "There is no such picture", {}, 404);
      return content(picture.contentType, [picture.data], { "cache-control": A_YEAR });
    }),
    // The names may change with a new version, and a client that inserts a name by the old table means another emoji.
    page(EMOJI_DATA_PATH, "none", ({ head }) => {
      const headers = { "cache-control": "public, no-cache", etag: tag };
      if (head.headers["if-none-match"] === tag) return { status: 304, headers, body: "" };
      return content("application/json", table, headers);
    }),
    ...EXTRA_EMOJI_NAMES.map((name) =>
      page(extraEmojiUrl(name), "none", async () => {
        extra ??= openPicture(Buffer.from(EXTRA_PICTURE)).then((picture) => picture.png().toBuffer());
        return content("image/png", [await extra], { "cache-control": A_DAY });
      }),
    ),
  ];
}
