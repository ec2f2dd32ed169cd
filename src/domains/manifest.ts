import type { OutgoingCall } from "../api/documentation/openapi.ts";
import type { Endpoint } from "../api/endpoint.ts";
import type { Page } from "../api/pages/page.ts";
import type { StartJob } from "../engine/jobs/job.ts";
import type { EventKind } from "../engine/log/event-kinds.ts";
import type { OrganizationTask, Realms } from "../engine/runtime/realms.ts";
import type { Site } from "../engine/runtime/site.ts";
import type { SnapshotSection } from "../engine/runtime/snapshot.ts";

/** Everything that a domain brings. Nothing else has to be told that it exists: app.ts is a list of these. */
export interface Manifest<
  Endpoints extends readonly Endpoint[] = readonly Endpoint[],
  Events extends readonly EventKind[] = readonly EventKind[],
> {
  readonly endpoints: Endpoints;
  readonly events: Events;
  /** Parts of the state that register answers. */
  readonly sections: readonly SnapshotSection[];
  /** What is served outside of the API. */
  readonly pages: (context: { readonly site: Site; readonly realms: Realms }) => readonly Page[];
  /** Background work, started with the server and stopped with it. */
  readonly jobs: readonly StartJob[];
  /** What time alone makes necessary, for each organization. Every process does it, so twice must be once. */
  readonly hourly: readonly OrganizationTask[];
  /** Done for each organization by a process that found no other one when it started. */
  readonly onRestart: readonly OrganizationTask[];
  /** What this server asks of others, for the documentation. */
  readonly outgoing: readonly OutgoingCall[];
}

const NOTHING = {
  endpoints: [],
  events: [],
  sections: [],
  pages: () => [],
  jobs: [],
  hourly: [],
  onRestart: [],
  outgoing: [],
};

/** A manifest of which only what there is has to be named. The types of endpoints and events survive for the client. */
export const manifest = <
  const Endpoints extends readonly Endpoint[] = readonly [],
  const Events extends readonly EventKind[] = readonly [],
>(
  brings: Partial<Manifest<Endpoints, Events>>,
): Manifest<Endpoints, Events> => ({ ...(NOTHING as unknown as Manifest<Endpoints, Events>), ...brings });
