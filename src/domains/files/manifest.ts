import { dueJob } from "#engine/jobs/job.ts";
import { manifest } from "../../manifest.ts";
import { removeUnusedFiles } from "./cleanup.ts";
import { thumbnailDrawing } from "./pictures/job.ts";
import { uploadEndpoints } from "./endpoints.ts";
import { uploadEvents } from "./events.ts";
import { uploadPages } from "./serving/pages.ts";
import { uploadSections } from "./sections.ts";

export const files = manifest({
  endpoints: [...uploadEndpoints],
  events: [...uploadEvents],
  sections: [...uploadSections],
  pages: ({ site, realms }) => uploadPages(site, realms),
  jobs: [dueJob(thumbnailDrawing)],
  hourly: [removeUnusedFiles],
});
