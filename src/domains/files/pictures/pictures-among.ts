import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { MarkupContext, UploadedImage } from "#markup/render.ts";
import type { User } from "#engine/model/records.ts";
import { readableUploads } from "../access.ts";
import { decodedPath } from "../name.ts";
import { transcodedFormat } from "./picture.ts";
import type { Upload } from "../queries.ts";

/** Looks up the pictures among the files to which a sender links, as far as the sender may open them. */
export async function picturesAmong(
  realm: RealmRuntime,
  sender: User,
  linked: readonly string[],
): Promise<MarkupContext["uploadedImage"]> {
  return imagesOf(await readableUploads(realm, sender, linked.map(decodedPath)));
}

/** The pictures among some files, for the renderer. */
export function imagesOf(uploads: readonly Upload[]): MarkupContext["uploadedImage"] {
  const images = new Map(uploads.flatMap((upload) => asImage(upload) ?? []));
  return images.size === 0 ? undefined : (path) => images.get(decodedPath(path));
}

function asImage(upload: Upload): [[string, UploadedImage]] | undefined {
  const { path, contentType, width, height, isAnimated, thumbnails } = upload;
  if (width === null || height === null || thumbnails === "failed") return undefined;
  const [transcoded] = transcodedFormat(contentType, width, height) ?? [];
  const isReady = thumbnails === "ready";
  return [[path, { contentType, width, height, isAnimated, isReady, transcoded: transcoded?.name }]];
}
