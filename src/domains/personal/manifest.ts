import { alertEndpoints } from "./alert-words/endpoints.ts";
import { alertEvents } from "./alert-words/events.ts";
import { alertSections } from "./alert-words/sections.ts";
import { draftEndpoints } from "./drafts/endpoints.ts";
import { draftEvents } from "./drafts/events.ts";
import { draftSections } from "./drafts/sections.ts";
import { dueJob } from "../../engine/jobs/job.ts";
import { manifest } from "../manifest.ts";
import { navigationEndpoints } from "./navigation/endpoints.ts";
import { navigationEvents } from "./navigation/events.ts";
import { navigationSections } from "./navigation/sections.ts";
import { reminderDelivery } from "./reminders/job.ts";
import { reminderEndpoints } from "./reminders/endpoints.ts";
import { reminderEvents } from "./reminders/events.ts";
import { reminderSections } from "./reminders/sections.ts";
import { scheduledDelivery } from "./scheduled/job.ts";
import { scheduledEndpoints } from "./scheduled/endpoints.ts";
import { scheduledEvents } from "./scheduled/events.ts";
import { scheduledSections } from "./scheduled/sections.ts";
import { snippetEndpoints } from "./snippets/endpoints.ts";
import { snippetEvents } from "./snippets/events.ts";
import { snippetSections } from "./snippets/sections.ts";

/** Data that users store for themselves. */
export const personal = manifest({
  endpoints: [
    ...draftEndpoints,
    ...scheduledEndpoints,
    ...reminderEndpoints,
    ...alertEndpoints,
    ...snippetEndpoints,
    ...navigationEndpoints,
  ],
  events: [
    ...draftEvents,
    ...scheduledEvents,
    ...reminderEvents,
    ...alertEvents,
    ...snippetEvents,
    ...navigationEvents,
  ],
  sections: [
    ...draftSections,
    ...scheduledSections,
    ...reminderSections,
    ...alertSections,
    ...snippetSections,
    ...navigationSections,
  ],
  jobs: [dueJob(scheduledDelivery), dueJob(reminderDelivery)],
});
