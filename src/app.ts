import { accountEndpoints } from "./accounts/endpoints.ts";
import { alertEndpoints } from "./alerts/endpoints.ts";
import { alertEvents } from "./alerts/events.ts";
import { alertSections } from "./alerts/sections.ts";
import type { Endpoint } from "./api/endpoint.ts";
import { botEndpoints } from "./bots/endpoints.ts";
import { botEvents } from "./bots/events.ts";
import { botSections } from "./bots/sections.ts";
import { channelEndpoints } from "./channels/endpoints.ts";
import { channelEvents } from "./channels/events.ts";
import { channelSections } from "./channels/sections.ts";
import { tendTraffic } from "./channels/traffic/tend.ts";
import { emitVisibility } from "./channels/visibility.ts";
import { draftEndpoints } from "./drafts/endpoints.ts";
import { draftEvents } from "./drafts/events.ts";
import { draftSections } from "./drafts/sections.ts";
import { tendPages } from "./embeds/job.ts";
import { emojiEndpoints } from "./emoji/endpoints.ts";
import { emojiEvents } from "./emoji/events.ts";
import { emojiSections } from "./emoji/sections.ts";
import { readChannels } from "./flags/actions/read-channels.ts";
import { flagEndpoints } from "./flags/endpoints.ts";
import { flagEvents } from "./flags/events.ts";
import { flagSections } from "./flags/sections.ts";
import { groupEndpoints } from "./groups/endpoints.ts";
import { groupEvents } from "./groups/events.ts";
import { groupSections } from "./groups/sections.ts";
import { linkifierEndpoints } from "./linkifiers/endpoints.ts";
import { linkifierEvents } from "./linkifiers/events.ts";
import { linkifierSections } from "./linkifiers/sections.ts";
import type { Chores } from "./live/realms.ts";
import { catalogueOf } from "./log/event-kinds.ts";
import { messageEndpoints } from "./messages/endpoints.ts";
import { messageEvents } from "./messages/events.ts";
import { messageSections } from "./messages/sections.ts";
import { mutingEndpoints } from "./muting/endpoints.ts";
import { mutingEvents } from "./muting/events.ts";
import { mutingSections } from "./muting/sections.ts";
import { navigationEndpoints } from "./navigation/endpoints.ts";
import { navigationEvents } from "./navigation/events.ts";
import { navigationSections } from "./navigation/sections.ts";
import { onboardingEndpoints } from "./onboarding/endpoints.ts";
import { onboardingEvents } from "./onboarding/events.ts";
import { onboardingSections } from "./onboarding/sections.ts";
import { organizationEndpoints } from "./organization/endpoints.ts";
import { organizationEvents } from "./organization/events.ts";
import { organizationSections } from "./organization/sections.ts";
import { tendFullMembers } from "./organization/tend.ts";
import { presenceEndpoints } from "./presence/endpoints.ts";
import { presenceEvents } from "./presence/events.ts";
import { presenceSections } from "./presence/sections.ts";
import { profileEndpoints } from "./profiles/endpoints.ts";
import { profileEvents } from "./profiles/events.ts";
import { profileSections } from "./profiles/sections.ts";
import { reactionEndpoints } from "./reactions/endpoints.ts";
import { reactionEvents } from "./reactions/events.ts";
import { realmEndpoints } from "./realm/endpoints.ts";
import { restartEvents, tellOfRestart } from "./realm/restart.ts";
import { realmSections } from "./realm/sections.ts";
import { deleteEvents, getEventsEndpoint, registerEndpoint } from "./register/endpoints.ts";
import { reminderEndpoints } from "./reminders/endpoints.ts";
import { reminderEvents } from "./reminders/events.ts";
import { reminderSections } from "./reminders/sections.ts";
import { revisionEndpoints } from "./revisions/endpoints.ts";
import { revisionEvents } from "./revisions/events.ts";
import { tendRetention } from "./revisions/retention.ts";
import { scheduledEndpoints } from "./scheduled/endpoints.ts";
import { scheduledEvents } from "./scheduled/events.ts";
import { scheduledSections } from "./scheduled/sections.ts";
import { settingEndpoints } from "./settings/endpoints.ts";
import { settingEvents } from "./settings/events.ts";
import { settingSections } from "./settings/sections.ts";
import { snippetEndpoints } from "./snippets/endpoints.ts";
import { snippetEvents } from "./snippets/events.ts";
import { snippetSections } from "./snippets/sections.ts";
import { statusEndpoints } from "./status/endpoints.ts";
import { statusEvents } from "./status/events.ts";
import { statusSections } from "./status/sections.ts";
import { topicEndpoints } from "./topics/endpoints.ts";
import { topicEvents } from "./topics/events.ts";
import { topicSections } from "./topics/sections.ts";
import { typingEndpoints } from "./typing/endpoints.ts";
import { typingEvents } from "./typing/events.ts";
import { uploadEndpoints } from "./uploads/endpoints.ts";
import { uploadEvents } from "./uploads/events.ts";
import { uploadSections } from "./uploads/sections.ts";
import { tendUploads } from "./uploads/tend.ts";
import { userEndpoints } from "./users/endpoints.ts";
import { userEvents } from "./users/events.ts";
import { userSections } from "./users/sections.ts";
import { outgoingWebhook } from "./webhooks/payload.ts";
import { widgetEndpoints } from "./widgets/endpoints.ts";
import { widgetEvents } from "./widgets/events.ts";

/** The whole of the product, as lists. */

const eventKinds = [
  ...restartEvents,
  ...userEvents,
  ...groupEvents,
  ...channelEvents,
  ...organizationEvents,
  ...profileEvents,
  ...botEvents,
  ...linkifierEvents,
  ...emojiEvents,
  ...uploadEvents,
  ...topicEvents,
  ...messageEvents,
  ...flagEvents,
  ...draftEvents,
  ...revisionEvents,
  ...presenceEvents,
  ...reactionEvents,
  ...widgetEvents,
  ...typingEvents,
  ...scheduledEvents,
  ...reminderEvents,
  ...settingEvents,
  ...statusEvents,
  ...alertEvents,
  ...mutingEvents,
  ...snippetEvents,
  ...navigationEvents,
  ...onboardingEvents,
] as const;

/** For the types of the client. */
export type EventKinds = typeof eventKinds;

export const catalogue = catalogueOf(eventKinds);

export const getEvents = getEventsEndpoint(eventKinds);

const endpointTuple = [
  ...realmEndpoints,
  ...userEndpoints,
  ...groupEndpoints(emitVisibility),
  ...channelEndpoints(readChannels),
  ...accountEndpoints,
  ...organizationEndpoints,
  ...profileEndpoints,
  ...botEndpoints,
  ...linkifierEndpoints,
  ...emojiEndpoints,
  ...uploadEndpoints,
  ...topicEndpoints,
  ...messageEndpoints,
  ...flagEndpoints,
  ...draftEndpoints,
  ...revisionEndpoints,
  ...presenceEndpoints,
  ...reactionEndpoints,
  ...widgetEndpoints,
  ...typingEndpoints,
  ...scheduledEndpoints,
  ...reminderEndpoints,
  ...settingEndpoints,
  ...statusEndpoints,
  ...alertEndpoints,
  ...mutingEndpoints,
  ...snippetEndpoints,
  ...navigationEndpoints,
  ...onboardingEndpoints,
  registerEndpoint([
    ...realmSections,
    ...userSections,
    ...groupSections,
    ...channelSections,
    ...organizationSections,
    ...profileSections,
    ...botSections,
    ...linkifierSections,
    ...emojiSections,
    ...uploadSections,
    ...topicSections,
    ...messageSections,
    ...flagSections,
    ...draftSections,
    ...presenceSections,
    ...scheduledSections,
    ...reminderSections,
    ...settingSections,
    ...statusSections,
    ...alertSections,
    ...mutingSections,
    ...snippetSections,
    ...navigationSections,
    ...onboardingSections,
  ]),
  getEvents,
  deleteEvents,
] as const;

/** For the types of the client. */
export type Endpoints = typeof endpointTuple;

export const endpoints: readonly Endpoint[] = endpointTuple;

/** What this server asks of others. */
export const outgoingCalls = [outgoingWebhook];

/** What is done about each organization without anybody asking. */
export const chores: Chores = {
  restart: [tellOfRestart],
  hourly: [tendTraffic, tendRetention, tendFullMembers, tendPages, tendUploads],
};
