import { redrawn } from "../../../platform/pictures.ts";
import { LIMITS } from "../../organization/server/limits.ts";

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
