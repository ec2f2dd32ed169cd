import type { Endpoint } from "./api/endpoint.ts";
import { channelEndpoints } from "./channels/endpoints.ts";
import { channelEvents } from "./channels/events.ts";
import { channelSections } from "./channels/sections.ts";
import { flagEndpoints } from "./flags/endpoints.ts";
import { flagEvents } from "./flags/events.ts";
import { flagSections } from "./flags/sections.ts";
import { groupSections } from "./groups/sections.ts";
import { accountEndpoints } from "./accounts/endpoints.ts";
import { catalogueOf } from "./log/catalogue.ts";
import { messageEndpoints } from "./messages/endpoints.ts";
import { messageEvents } from "./messages/events.ts";
import { messageSections } from "./messages/sections.ts";
import { realmEndpoints } from "./realm/endpoints.ts";
import { realmSections } from "./realm/sections.ts";
import { deleteEvents, getEventsEndpoint, registerEndpoint } from "./register/endpoints.ts";
import { userEndpoints } from "./users/endpoints.ts";
import { userEvents } from "./users/events.ts";
import { userSections } from "./users/sections.ts";

/** The whole of the product, as lists. */

export const catalogue = catalogueOf([...userEvents, ...channelEvents, ...messageEvents, ...flagEvents]);

export const getEvents = getEventsEndpoint(catalogue);

const endpointTuple = [
  ...realmEndpoints,
  ...userEndpoints,
  ...channelEndpoints,
  ...accountEndpoints,
  ...messageEndpoints,
  ...flagEndpoints,
  registerEndpoint([
    ...realmSections,
    ...userSections,
    ...groupSections,
    ...channelSections,
    ...messageSections,
    ...flagSections,
  ]),
  getEvents,
  deleteEvents,
] as const;

/** For the types of the client. */
export type Endpoints = typeof endpointTuple;

export const endpoints: readonly Endpoint[] = endpointTuple;
