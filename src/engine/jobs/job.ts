import type { HttpClient } from "#outbound/http-client.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { ServerSite } from "#engine/runtime/site.ts";
import { type DueJobOptions, type DueRow, type DueWork, startDueJob } from "./due.ts";
import { startWatch } from "./watch.ts";

/** What background work may use. */
export interface JobContext {
  readonly site: ServerSite;
  readonly realms: Realms;
  /** For requests to other servers. */
  readonly http: HttpClient;
  /** For work that waits in a table for its time. */
  readonly due: DueJobOptions;
}

export interface RunningJob {
  /** Finishes what runs, and starts nothing more. */
  stop(): Promise<void>;
}

/** Returns undefined where the configuration does not need the job. Fails if the server cannot run without it. */
export type StartJob = (context: JobContext) => RunningJob | undefined | Promise<RunningJob | undefined>;

export const dueJob =
  <Row extends DueRow, Ready>(work: DueWork<Row, Ready>): StartJob =>
  ({ due }) =>
    startDueJob(work, due);

/** Starts all background work of a server, or none. */
export async function startJobs(
  jobs: readonly StartJob[],
  { site, realms, http }: Omit<JobContext, "due">,
): Promise<RunningJob> {
  const watch = startWatch(site);
  realms.onCommitted(() => watch.wake());
  const due = { sql: site.db.reads, watch, realmById: (id: number) => realms.byId(id), log: site.log };
  const running: RunningJob[] = [watch];
  const stop = async () => {
    await Promise.all(running.map((job) => job.stop()));
  };
  try {
    for (const start of jobs) {
      const job = await start({ site, realms, http, due });
      if (job !== undefined) running.push(job);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
