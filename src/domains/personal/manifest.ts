import { settingEvents } from "#domains/records/users/record/settings-events.ts";
import { statusEvents } from "#domains/records/users/status/events.ts";
import { mutingEndpoints } from "./muting/endpoints.ts";
import { mutingEvents, mutingSections } from "./muting/events.ts";
import { emailPages } from "./settings/email-pages.ts";
import { unsubscribePages } from "./settings/unsubscribe-page.ts";
import { settingEndpoints } from "./settings/endpoints.ts";
import { settingSections } from "./settings/sections.ts";
import { statusEndpoints } from "./status/endpoints.ts";
import { statusSections } from "./status/sections.ts";
import { alertEndpoints } from "./alert-words/endpoints.ts";
import { alertEvents, alertSections } from "./alert-words/events.ts";
import { draftEndpoints } from "./drafts/endpoints.ts";
import { draftEvents, draftSections } from "./drafts/events.ts";
import { dueJob } from "#engine/jobs/job.ts";
import { manifest } from "../../manifest.ts";
import { navigationEndpoints } from "./navigation/endpoints.ts";
import { navigationEvents, navigationSections } from "./navigation/events.ts";
import { reminderDelivery } from "./reminders/job.ts";
import { reminderEndpoints } from "./reminders/endpoints.ts";
import { reminderEvents, reminderSections } from "./reminders/events.ts";
import { scheduledDelivery } from "./scheduled/job.ts";
import { scheduledEndpoints } from "./scheduled/endpoints.ts";
import { scheduledEvents, scheduledSections } from "./scheduled/events.ts";
import { snippetEndpoints } from "./snippets/endpoints.ts";
import { snippetEvents, snippetSections } from "./snippets/events.ts";

/** What users set and store for themselves. */
export const personal = manifest({
  endpoints: [
    ...draftEndpoints,
    ...scheduledEndpoints,
    ...reminderEndpoints,
    ...alertEndpoints,
    ...snippetEndpoints,
    ...navigationEndpoints,
    ...settingEndpoints,
    ...statusEndpoints,
    ...mutingEndpoints,
  ],
  events: [
    ...draftEvents,
    ...scheduledEvents,
    ...reminderEvents,
    ...alertEvents,
    ...snippetEvents,
    ...navigationEvents,
    ...settingEvents,
    ...statusEvents,
    ...mutingEvents,
  ],
  sections: [
    ...draftSections,
    ...scheduledSections,
    ...reminderSections,
    ...alertSections,
    ...snippetSections,
    ...navigationSections,
    ...settingSections,
    ...statusSections,
    ...mutingSections,
  ],
  pages: ({ site, realms }) => [...emailPages(site, realms), ...unsubscribePages(site, realms)],
  jobs: [dueJob(scheduledDelivery), dueJob(reminderDelivery)],
});
