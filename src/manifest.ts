import type { OutgoingCall } from "#api/documentation/openapi.ts";
import type { Endpoint } from "#api/endpoint.ts";
import type { PageRoute } from "#api/pages/page.ts";
import type { StartJob } from "#engine/jobs/job.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import type { OrganizationTask, Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { SnapshotSection } from "#engine/runtime/snapshot.ts";

/** Everything that a domain adds to the server. app.ts is a list of manifests; no other file names the domains. */
export interface Manifest<
  Endpoints extends readonly Endpoint[] = readonly Endpoint[],
  Events extends readonly EventKind[] = readonly EventKind[],
> {
  readonly endpoints: Endpoints;
  /** Those that make sense for browsers only: how one is let in. All others are there for browsers, too. */
  readonly browserEndpoints: readonly Endpoint[];
  readonly events: Events;
  /** Parts of the state that register returns. */
  readonly sections: readonly SnapshotSection[];
  /** Routes outside of the API. */
  readonly pages: (context: { readonly site: Site; readonly realms: Realms }) => readonly PageRoute[];
  /** Background work, started with the server and stopped with it. */
  readonly jobs: readonly StartJob[];
  /** Tasks that become due by time alone, for each organization. Every process runs them, so they must be idempotent. */
  readonly hourly: readonly OrganizationTask[];
  /** Run for each organization by a process that found no other one when it started. */
  readonly onRestart: readonly OrganizationTask[];
  /** Requests of this server to others, for the documentation. */
  readonly outgoing: readonly OutgoingCall[];
}

const NOTHING = {
  endpoints: [],
  browserEndpoints: [],
  events: [],
  sections: [],
  pages: () => [],
  jobs: [],
  hourly: [],
  onRestart: [],
  outgoing: [],
};

/** Fills the parts that a domain does not have. The types of endpoints and events survive for the client. */
export const manifest = <
  const Endpoints extends readonly Endpoint[] = readonly [],
  const Events extends readonly EventKind[] = readonly [],
>(
  brings: Partial<Manifest<Endpoints, Events>>,
): Manifest<Endpoints, Events> => ({ ...(NOTHING as unknown as Manifest<Endpoints, Events>), ...brings });
