import type { FastifyInstance } from "fastify";
import { ApiError } from "../api/errors.ts";
import type { Realms } from "../live/realms.ts";
import { emojiNames } from "../markup/emoji.ts";
import { EXTRA_EMOJI_URL } from "../markup/text.ts";
import { openPicture } from "../platform/pictures.ts";
import { EMOJI_DATA_PATH, EMOJI_PATH } from "./paths.ts";
import { readPicture } from "./queries.ts";

const A_YEAR = "public, max-age=31536000, immutable";
/** What `addEmoji` calls its files. */
const FILE = /^[A-Za-z0-9]{32}(-still\.png|\.png|\.gif)$/;
const A_DAY = "public, max-age=86400";

/** The emoji that every server of this kind has beside those of Unicode. */
const EXTRA_EMOJI = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">
  <path d="M8 10h48v34H34L20 56V44H8z" fill="#3366cc"/><circle cx="22" cy="27" r="4" fill="#fff"/>
  <circle cx="32" cy="27" r="4" fill="#fff"/><circle cx="42" cy="27" r="4" fill="#fff"/></svg>`;

/** Pictures of emoji, and the table of their names. */
export function addEmojiPages(app: FastifyInstance, realms: Realms): void {
  // Whoever knows the address may see the picture: it cannot be guessed, and never changes.
  app.get<{ Params: { file: string } }>(`${EMOJI_PATH}/:file`, async (request, reply) => {
    const realm = await realms.byHost(request.headers.host);
    if (realm === undefined) throw new ApiError("NONEXISTENT_SUBDOMAIN", "There is no organization at this host");
    const { file } = request.params;
    const picture = FILE.test(file) ? await readPicture(realm.sql, realm.id, file) : undefined;
    if (picture === undefined) throw new ApiError("BAD_REQUEST", "There is no such picture", {}, 404);
    return reply.type(picture.contentType).header("cache-control", A_YEAR).send(picture.data);
  });

  const table = JSON.stringify({ code_to_names: emojiNames() });
  app.get(EMOJI_DATA_PATH, (_request, reply) =>
    reply.type("application/json").header("cache-control", A_DAY).send(table),
  );

  let extra: Promise<Buffer> | undefined;
  app.get(EXTRA_EMOJI_URL, async (_request, reply) => {
    extra ??= openPicture(Buffer.from(EXTRA_EMOJI)).then((picture) => picture.png().toBuffer());
    return reply
      .type("image/png")
      .header("cache-control", A_DAY)
      .send(await extra);
  });
}
