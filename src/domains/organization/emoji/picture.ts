import type { Sharp } from "sharp";
import { ApiError, badRequest } from "#platform/errors.ts";
import { openPicture } from "#platform/pictures.ts";

const MAX_MIB = 5;
const SIDE = 64;
/** Counts the pixels of all frames together; the header says how many, before anything is decoded. */
const MAX_PIXELS = 40_000_000;
const MAX_FRAMES = 500;
const FORMATS = new Set(["png", "jpeg", "gif", "webp"]);
const DEADLINE_SECONDS = 5;

/** An emoji as it is served. It is drawn again from the pixels: no byte of the uploaded file is kept. */
export interface EmojiPicture {
  readonly image: Buffer;
  /** The first frame of an animated emoji, whose image is a GIF; other emoji are PNG and have no still. */
  readonly still: Buffer | null;
}

const badImage = () => new ApiError("BAD_IMAGE", "Could not decode image; did you upload an image file?");

export async function emojiPicture(data: Buffer): Promise<EmojiPicture> {
  if (data.length > MAX_MIB * 1024 * 1024) {
    throw badRequest(`Uploaded file is larger than the allowed limit of ${MAX_MIB} MiB`);
  }
  try {
    const { format, width, height, pages = 1, pageHeight = height } = await (await openPicture(data)).metadata();
    if (!FORMATS.has(format) || pages > MAX_FRAMES || width * pageHeight * pages > MAX_PIXELS) throw badImage();
    const still = await (await drawn(data, false)).png().toBuffer();
    if (pages === 1) return { image: still, still: null };
    return { image: await (await drawn(data, true)).gif().toBuffer(), still };
  } catch {
    throw badImage();
  }
}

const drawn = async (data: Buffer, animated: boolean): Promise<Sharp> =>
  (await openPicture(data, { limitInputPixels: MAX_PIXELS, animated }))
    .timeout({ seconds: DEADLINE_SECONDS })
    .rotate()
    .resize(SIDE, SIDE, { fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } });
