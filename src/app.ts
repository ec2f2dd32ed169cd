import type { Endpoint } from "#api/endpoint.ts";
import { channels } from "#domains/channels/manifest.ts";
import { conversations } from "#domains/conversations/manifest.ts";
import { entry } from "#domains/entry/manifest.ts";
import { exports } from "#domains/exports/manifest.ts";
import { files } from "#domains/files/manifest.ts";
import { groups } from "#domains/groups/manifest.ts";
import { integrations } from "#domains/integrations/manifest.ts";
import { notifications } from "#domains/notifications/manifest.ts";
import { organization } from "#domains/organization/manifest.ts";
import { people } from "#domains/people/manifest.ts";
import { personal } from "#domains/personal/manifest.ts";
import { deleteEvents, getEventsEndpoint, registerEndpoint } from "#domains/register/endpoints.ts";
import { eventRegistryOf } from "#engine/log/event-kinds.ts";

/** The domains that make up the product. */
export const domains = [
  organization,
  people,
  entry,
  groups,
  channels,
  files,
  conversations,
  personal,
  integrations,
  notifications,
  exports,
] as const;

/** For the types of the client. */
export type EventKinds = (typeof domains)[number]["events"];

const eventKinds: readonly EventKinds[number][] = domains.flatMap(({ events }) => [...events]);
export const eventRegistry = eventRegistryOf(eventKinds);

const register = registerEndpoint(domains.flatMap(({ sections }) => sections));
export const getEvents = getEventsEndpoint(eventKinds);

/** For the types of the client. */
export type Endpoints = (
  | (typeof domains)[number]["endpoints"][number]
  | typeof register
  | typeof getEvents
  | typeof deleteEvents
)[];

/** Those that are there for browsers only, below `BROWSER_PREFIX`. */
export const browserEndpoints: readonly Endpoint[] = domains.flatMap(
  (domain): readonly Endpoint[] => domain.browserEndpoints,
);

export const endpoints: readonly Endpoint[] = [
  ...domains.flatMap((domain): readonly Endpoint[] => domain.endpoints),
  register,
  getEvents,
  deleteEvents,
];
