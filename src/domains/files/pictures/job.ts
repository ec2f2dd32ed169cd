import type { DueWork } from "#engine/jobs/due.ts";
import { serialQueue } from "#platform/work-pool.ts";
import { type Thumbnail, thumbnailsOf } from "./picture.ts";
import { type DuePicture, duePictures, hasDuePictures, settleThumbnails } from "../queries.ts";
import { sourceOf } from "../storage/of-realm.ts";
import { wholeFile } from "../storage/read.ts";
import { backgroundPool } from "#engine/runtime/pools.ts";

/** Thumbnails are made one after another, because each picture is in memory as a whole. */
const drawSerially = serialQueue();

/**
 * Makes the thumbnails of pictures. There are no events about them, so this does not use the writer. A picture that cannot
 * be decoded is finished, too: messages then show only its link.
 */
export const thumbnailDrawing: DueWork<DuePicture, Thumbnail[] | undefined> = {
  name: "thumbnails",
  isComing: hasDuePictures,
  find: duePictures,
  prepare: (realm, picture) =>
    drawSerially(async () =>
      thumbnailsOf(await wholeFile(sourceOf(realm), realm.id, picture), picture.contentType, picture),
    ),
  perform: (realm, { id }, drawn) => settleThumbnails(backgroundPool(realm), realm.id, id, drawn),
  giveUp: (realm, { id }) => settleThumbnails(backgroundPool(realm), realm.id, id, undefined),
};
