import { type DueJob, type DueJobOptions, startDueJob } from "./jobs/due.ts";
import { reminderDelivery } from "./reminders/job.ts";
import { scheduledDelivery } from "./scheduled/job.ts";

/** What happens when its time has come. */
export const startDueJobs = (options: DueJobOptions): readonly DueJob[] => [
  startDueJob(scheduledDelivery, options),
  startDueJob(reminderDelivery, options),
];
