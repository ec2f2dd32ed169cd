import type { Sharp, SharpOptions } from "sharp";

/** Decodes a picture. The library is loaded with the first picture, because it would slow down every start. */
export async function openPicture(data: Buffer, options: SharpOptions = {}): Promise<Sharp> {
  const { default: sharp } = await import("sharp");
  return sharp(data, options);
}
