import { redrawn } from "#platform/pictures.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";
import type { PictureKind } from "#domains/records/organization/icon.ts";

const SIDE = 100;
const LOGO_WIDTH = 800;

/** An icon is square; a logo keeps its shape and is made no larger than it is. */
export const drawnPicture = (kind: PictureKind, data: Buffer): Promise<Buffer> =>
  kind === "icon"
    ? redrawn(data, LIMITS.max_icon_file_size_mib, (resize) => resize(SIDE, SIDE, { fit: "cover" }))
    : redrawn(data, LIMITS.max_logo_file_size_mib, (resize) =>
        resize(LOGO_WIDTH, SIDE, { fit: "inside", withoutEnlargement: true }),
      );
