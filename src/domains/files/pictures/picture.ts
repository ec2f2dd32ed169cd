import { openPicture } from "#platform/pictures.ts";

/**
 * The formats of pictures that get thumbnails, by the library's names, with their first bytes. Only files with these bytes
 * are passed to the library: it can read many other formats, some of which contain programs.
 */
const FORMATS: Readonly<Record<string, readonly [format: string, beginning: RegExp]>> = {
  "image/apng": ["png", /^\x89PNG\r\n/],
  "image/avif": ["heif", /^[^]{4}ftyp[^]{0,24}avi[fs]/],
  "image/gif": ["gif", /^GIF8[79]a/],
  "image/jpeg": ["jpeg", /^\xff\xd8\xff/],
  "image/png": ["png", /^\x89PNG\r\n/],
  "image/tiff": ["tiff", /^(?:II[*+]\0|MM\0[*+])/],
  "image/webp": ["webp", /^RIFF[^]{4}WEBP/],
};
const BEGINNING_BYTES = 64;
/** A picture is in memory as a whole while it is decoded. */
const MAX_SIZE = 25 * 1024 * 1024;
/** Counts the pixels of all frames; the header is checked before anything is decoded: a small file can claim to be huge. */
const MAX_PIXELS = 90_000_000;
/** All frames of an animated picture are in memory together. */
const MAX_MOVING_PIXELS = 40_000_000;
const MAX_FRAMES = 1000;
const DEADLINE_SECONDS = 15;

interface ThumbnailFormat {
  readonly name: string;
  readonly max_width: number;
  readonly max_height: number;
  readonly format: string;
  readonly animated: boolean;
}

/** The sizes and formats of thumbnails, as register lists them. */
export const THUMBNAIL_FORMATS: readonly ThumbnailFormat[] = [
  { name: "840x560-anim.webp", max_width: 840, max_height: 560, format: "webp", animated: true },
  { name: "840x560.webp", max_width: 840, max_height: 560, format: "webp", animated: false },
];
export const THUMBNAIL_TYPE = "image/webp";

/** Formats that few browsers show get a version in full size that all show. */
const TRANSCODED: ReadonlySet<string> = new Set(["image/tiff"]);
const MAX_TRANSCODED_SIZE = { width: 4032, height: 3024 };

/** The format of that version. */
export function transcodedFormat(contentType: string, width: number, height: number): [ThumbnailFormat] | undefined {
  if (!TRANSCODED.has(contentType)) return undefined;
  const scale = Math.min(MAX_TRANSCODED_SIZE.width / width, MAX_TRANSCODED_SIZE.height / height, 1);
  const [max_width, max_height] = [Math.round(width * scale), Math.round(height * scale)];
  return [{ name: `${max_width}x${max_height}.webp`, max_width, max_height, format: "webp", animated: false }];
}

export interface PictureFacts {
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
}

export interface Thumbnail {
  readonly format: string;
  readonly data: Buffer;
}

export const mayBePicture = (contentType: string, size: number): boolean =>
  Object.hasOwn(FORMATS, contentType) && size > 0 && size <= MAX_SIZE;

/** The size of a picture as it is shown; undefined for a file that gets no thumbnails. */
export async function pictureFacts(data: Buffer, contentType: string): Promise<PictureFacts | undefined> {
  const [expected, beginning] = FORMATS[contentType] ?? [];
  if (beginning?.test(data.toString("latin1", 0, BEGINNING_BYTES)) !== true) return;
  try {
    const picture = await openPicture(data, { limitInputPixels: MAX_PIXELS });
    const { format, width, height, pages = 1, pageHeight = height, orientation = 1 } = await picture.metadata();
    const most = pages > 1 ? MAX_MOVING_PIXELS : MAX_PIXELS;
    if (format !== expected || pages > MAX_FRAMES || width * pageHeight * pages > most) return;
    const isAnimated = pages > 1 && (format === "gif" || format === "webp");
    const isTurned = orientation >= 5;
    return { width: isTurned ? pageHeight : width, height: isTurned ? width : pageHeight, isAnimated };
  } catch {
    return;
  }
}

/** The thumbnails of a picture, drawn from its pixels; undefined if it cannot be decoded. */
export async function thumbnailsOf(
  data: Buffer,
  contentType: string,
  { width, height, isAnimated }: PictureFacts,
): Promise<Thumbnail[] | undefined> {
  try {
    const formats = [
      ...THUMBNAIL_FORMATS.filter(({ animated }) => isAnimated || !animated),
      ...(transcodedFormat(contentType, width, height) ?? []),
    ];
    const drawn: Thumbnail[] = [];
    for (const format of formats) drawn.push({ format: format.name, data: await draw(data, format) });
    return drawn;
  } catch {
    return;
  }
}

const draw = async (data: Buffer, { animated, max_width, max_height }: ThumbnailFormat): Promise<Buffer> =>
  (await openPicture(data, { limitInputPixels: MAX_PIXELS, animated }))
    .timeout({ seconds: DEADLINE_SECONDS })
    .rotate()
    .resize(max_width, max_height, { fit: "inside", withoutEnlargement: true })
    .webp()
    .toBuffer();
