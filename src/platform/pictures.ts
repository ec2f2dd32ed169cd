import type { Sharp, SharpOptions } from "sharp";

/** Reads and draws a picture. What does that is loaded with the first one: it would slow every start. */
export async function openPicture(data: Buffer, options: SharpOptions = {}): Promise<Sharp> {
  const { default: sharp } = await import("sharp");
  return sharp(data, options);
}
