import type { ResizeOptions, Sharp, SharpOptions } from "sharp";
import { ApiError, badRequest } from "./errors.ts";

/** Decodes a picture. The library is loaded with the first picture, because it would slow down every start. */
export async function openPicture(data: Buffer, options: SharpOptions = {}): Promise<Sharp> {
  const { default: sharp } = await import("sharp");
  return sharp(data, options);
}

/** Decided from the header, before anything is decoded: a small file can claim to be huge. */
const MAX_PIXELS = 40_000_000;
const FORMATS = new Set(["png", "jpeg", "gif", "webp"]);
const DEADLINE_SECONDS = 5;

const badImage = () => new ApiError("BAD_IMAGE", "Could not decode image; did you upload an image file?");

/** The picture as PNG in some size. */
export type Resize = (width: number, height: number, options: ResizeOptions) => Promise<Buffer>;

/** Draws an uploaded picture anew, in whichever sizes are wanted: nothing of the file itself is kept or served. */
export async function redrawn<Sizes>(
  data: Buffer,
  largestMib: number,
  draw: (resize: Resize) => Promise<Sizes>,
): Promise<Sizes> {
  if (data.length > largestMib * 1024 * 1024) {
    throw badRequest(`Uploaded file is larger than the allowed limit of ${largestMib} MiB`);
  }
  const opened = () => openPicture(data, { limitInputPixels: MAX_PIXELS });
  try {
    const { format, width, height } = await (await opened()).metadata();
    if (!FORMATS.has(format) || width * height > MAX_PIXELS) throw badImage();
    return await draw(async (toWidth, toHeight, options) =>
      (await opened())
        .timeout({ seconds: DEADLINE_SECONDS })
        .rotate()
        .resize(toWidth, toHeight, options)
        .png()
        .toBuffer(),
    );
  } catch {
    throw badImage();
  }
}
