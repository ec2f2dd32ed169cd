import { knownPages } from "./embeds/queries.ts";
import { type DueJob, type DueJobOptions, startDueJob } from "./jobs/due.ts";
import { reminderDelivery } from "./reminders/job.ts";
import { messageRendering } from "./revisions/job.ts";
import { scheduledDelivery } from "./scheduled/job.ts";
import { thumbnailDrawing } from "./uploads/job.ts";

/** What happens when its time has come. */
export const startDueJobs = (options: DueJobOptions): readonly DueJob[] => [
  startDueJob(scheduledDelivery, options),
  startDueJob(reminderDelivery, options),
  startDueJob(thumbnailDrawing, options),
  startDueJob(messageRendering(knownPages), options),
];
