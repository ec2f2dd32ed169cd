import { type ApiError, badRequest } from "#platform/errors.ts";
import { redrawn } from "#platform/pictures.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";

export interface AvatarSizes {
  readonly small: Buffer;
  readonly medium: Buffer;
}

/** A square picture in two sizes. */
export const avatarSizes = (data: Buffer): Promise<AvatarSizes> =>
  redrawn(data, LIMITS.max_avatar_file_size_mib, async (resize) => ({
    small: await resize(100, 100, { fit: "cover" }),
    medium: await resize(500, 500, { fit: "cover" }),
  }));

export const onlyOne = (): ApiError => badRequest("You must upload exactly one avatar.");

/** The picture that a request uploads, if there is one. */
export async function onePicture(files: readonly { readonly data: Buffer }[]): Promise<AvatarSizes | undefined> {
  const [file, ...others] = files;
  if (others.length > 0) throw onlyOne();
  return file === undefined ? undefined : avatarSizes(file.data);
}
