import { knownPages } from "./domains/integrations/embeds/queries.ts";
import { type DueJob, type DueJobOptions, startDueJob } from "./engine/jobs/due.ts";
import { reminderDelivery } from "./domains/personal/reminders/job.ts";
import { messageRendering } from "./domains/messages/edit/job.ts";
import { scheduledDelivery } from "./domains/personal/scheduled/job.ts";
import { thumbnailDrawing } from "./domains/files/pictures/job.ts";

/** What happens when its time has come. */
export const startDueJobs = (options: DueJobOptions): readonly DueJob[] => [
  startDueJob(scheduledDelivery, options),
  startDueJob(reminderDelivery, options),
  startDueJob(thumbnailDrawing, options),
  startDueJob(messageRendering(knownPages), options),
];
