import { manifest } from "../../manifest.ts";
import { removeUselessChunks } from "./cleanup.ts";
import { exportEndpoints } from "./endpoints.ts";
import { exportEvents } from "./events.ts";
import { startExportJob } from "./job.ts";
import { exportPages } from "./pages.ts";

/** The whole of an organization in one file. */
export const exports = manifest({
  endpoints: exportEndpoints,
  events: exportEvents,
  pages: ({ site, realms }) => exportPages(site, realms),
  jobs: [({ site, realms }) => startExportJob(site, realms)],
  hourly: [removeUselessChunks],
});
