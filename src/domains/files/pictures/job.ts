import type { DueWork } from "../../../engine/jobs/due.ts";
import { serialQueue } from "../../../platform/serial-queue.ts";
import { type Thumbnail, thumbnailsOf } from "./picture.ts";
import { type DuePicture, duePictures, hasDuePictures, settleThumbnails } from "../queries.ts";
import { wholeFile } from "../storage.ts";
import { backgroundPool, readPool } from "../../../engine/runtime/pools.ts";

/** One after another: a picture is drawn as a whole. */
const drawInTurn = serialQueue();

/**
 * Draws the smaller versions of pictures. Nothing of this is told to anybody, so it needs no writer, and keeps none. What
 * could not be drawn is settled, too: messages then show only its link.
 */
export const thumbnailDrawing: DueWork<DuePicture, Thumbnail[] | undefined> = {
  name: "thumbnails",
  isComing: hasDuePictures,
  find: duePictures,
  prepare: (realm, picture) =>
    drawInTurn(async () =>
      thumbnailsOf(await wholeFile(readPool(realm), realm.id, picture), picture.contentType, picture),
    ),
  perform: (realm, { id }, drawn) => settleThumbnails(backgroundPool(realm), realm.id, id, drawn),
  giveUp: (realm, { id }) => settleThumbnails(backgroundPool(realm), realm.id, id, undefined),
};
