import { ApiError, badRequest } from "../../../platform/errors.ts";
import { openPicture } from "../../../platform/pictures.ts";
import { LIMITS } from "../../organization/server/limits.ts";

const LARGEST = LIMITS.max_avatar_file_size_mib * 1024 * 1024;
/** The limit is checked against the header, before anything is decoded: a small file can claim to be huge. */
const MOST_PIXELS = 40_000_000;
const FORMATS = new Set(["png", "jpeg", "gif", "webp"]);
const DEADLINE_SECONDS = 5;

export interface AvatarSizes {
  readonly small: Buffer;
  readonly medium: Buffer;
}

const badImage = () => new ApiError("BAD_IMAGE", "Could not decode image; did you upload an image file?");

/** A square picture in two sizes. It is drawn again from the pixels: no byte of the uploaded file is kept or served. */
export async function avatarSizes(data: Buffer): Promise<AvatarSizes> {
  if (data.length > LARGEST) {
    throw badRequest(`Uploaded file is larger than the allowed limit of ${LIMITS.max_avatar_file_size_mib} MiB`);
  }
  try {
    const { format, width, height } = await (await opened(data)).metadata();
    if (!FORMATS.has(format) || width * height > MOST_PIXELS) throw badImage();
    return { small: await square(data, 100), medium: await square(data, 500) };
  } catch {
    throw badImage();
  }
}

const opened = (data: Buffer) => openPicture(data, { limitInputPixels: MOST_PIXELS });

const square = async (data: Buffer, side: number): Promise<Buffer> =>
  (await opened(data))
    .timeout({ seconds: DEADLINE_SECONDS })
    .rotate()
    .resize(side, side, { fit: "cover" })
    .png()
    .toBuffer();
