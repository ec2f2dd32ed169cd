import { onePicture } from "#domains/people/avatars/avatar-image.ts";
import { drawnPicture } from "#domains/organization/pictures/picture.ts";
import type { PictureKind } from "#domains/records/organization/icon.ts";
import type { ArchiveFile } from "../archives/archive.ts";
import { readWhole } from "../archives/read-file.ts";
import type { Staging } from "../staging/staging.ts";

const MAX_SIZE = 25 * 1024 ** 2;

/** Draws a picture anew: no byte of the archive's file is kept. One that cannot be drawn stays out. */
async function stagePicture(
  staging: Staging,
  name: string,
  file: ArchiveFile,
  draw: (data: Buffer) => Promise<Buffer | undefined>,
): Promise<boolean> {
  const drawn = file.size > MAX_SIZE ? undefined : await draw(await readWhole(file)).catch(() => undefined);
  if (drawn === undefined) staging.leaveOut("pictures that cannot be decoded");
  else await staging.file(name, [drawn]);
  return drawn !== undefined;
}

/** Whether the user has the picture now. */
export const stageAvatar = (staging: Staging, userId: number, file: ArchiveFile): Promise<boolean> =>
  stagePicture(staging, `avatars/${userId}.png`, file, async (data) => (await onePicture([{ data }]))?.medium);

export const stageOrganizationPicture = (staging: Staging, kind: PictureKind, file: ArchiveFile): Promise<boolean> =>
  stagePicture(staging, `organization/${kind}.png`, file, (data) => drawnPicture(kind, data));
