import { accountEndpoints } from "./domains/people/accounts/endpoints.ts";
import { alertEndpoints } from "./domains/personal/alert-words/endpoints.ts";
import { alertEvents } from "./domains/personal/alert-words/events.ts";
import { alertSections } from "./domains/personal/alert-words/sections.ts";
import type { Endpoint } from "./api/endpoint.ts";
import { botEndpoints } from "./domains/people/bots/endpoints.ts";
import { botEvents } from "./domains/people/bots/events.ts";
import { botSections } from "./domains/people/bots/sections.ts";
import { channelEndpoints } from "./domains/channels/endpoints.ts";
import { channelEvents } from "./domains/channels/events.ts";
import { channelSections } from "./domains/channels/sections.ts";
import { tendTraffic } from "./domains/channels/activity/cleanup.ts";
import { emitVisibility } from "./domains/channels/visibility.ts";
import { draftEndpoints } from "./domains/personal/drafts/endpoints.ts";
import { draftEvents } from "./domains/personal/drafts/events.ts";
import { draftSections } from "./domains/personal/drafts/sections.ts";
import { tendPages } from "./domains/integrations/embeds/job.ts";
import { emojiEndpoints } from "./domains/organization/emoji/endpoints.ts";
import { emojiEvents } from "./domains/organization/emoji/events.ts";
import { emojiSections } from "./domains/organization/emoji/sections.ts";
import { readChannels } from "./domains/messages/flags/actions/read-channels.ts";
import { flagEndpoints } from "./domains/messages/flags/endpoints.ts";
import { flagEvents } from "./domains/messages/flags/events.ts";
import { flagSections } from "./domains/messages/flags/sections.ts";
import { groupEndpoints } from "./domains/groups/endpoints.ts";
import { groupEvents } from "./domains/groups/events.ts";
import { groupSections } from "./domains/groups/sections.ts";
import { linkifierEndpoints } from "./domains/organization/linkifiers/endpoints.ts";
import { linkifierEvents } from "./domains/organization/linkifiers/events.ts";
import { linkifierSections } from "./domains/organization/linkifiers/sections.ts";
import type { Chores } from "./engine/runtime/realms.ts";
import { catalogueOf } from "./engine/log/event-kinds.ts";
import { messageEndpoints } from "./domains/messages/send/endpoints.ts";
import { messageEvents } from "./domains/messages/events.ts";
import { messageSections } from "./domains/messages/read/sections.ts";
import { mutingEndpoints } from "./domains/people/muting/endpoints.ts";
import { mutingEvents } from "./domains/people/muting/events.ts";
import { mutingSections } from "./domains/people/muting/sections.ts";
import { navigationEndpoints } from "./domains/personal/navigation/endpoints.ts";
import { navigationEvents } from "./domains/personal/navigation/events.ts";
import { navigationSections } from "./domains/personal/navigation/sections.ts";
import { onboardingEndpoints } from "./domains/organization/onboarding/endpoints.ts";
import { onboardingEvents } from "./domains/organization/onboarding/events.ts";
import { onboardingSections } from "./domains/organization/onboarding/sections.ts";
import { organizationEndpoints } from "./domains/organization/settings/endpoints.ts";
import { organizationEvents } from "./domains/organization/settings/events.ts";
import { organizationSections } from "./domains/organization/settings/sections.ts";
import { tendFullMembers } from "./domains/organization/settings/cleanup.ts";
import { presenceEndpoints } from "./domains/people/presence/endpoints.ts";
import { presenceEvents } from "./domains/people/presence/events.ts";
import { presenceSections } from "./domains/people/presence/sections.ts";
import { profileEndpoints } from "./domains/people/profiles/endpoints.ts";
import { profileEvents } from "./domains/people/profiles/events.ts";
import { profileSections } from "./domains/people/profiles/sections.ts";
import { reactionEndpoints } from "./domains/messages/reactions/endpoints.ts";
import { reactionEvents } from "./domains/messages/reactions/events.ts";
import { realmEndpoints } from "./domains/organization/server/endpoints.ts";
import { restartEvents, tellOfRestart } from "./domains/organization/server/restart.ts";
import { realmSections } from "./domains/organization/server/sections.ts";
import { deleteEvents, getEventsEndpoint, registerEndpoint } from "./domains/register/endpoints.ts";
import { reminderEndpoints } from "./domains/personal/reminders/endpoints.ts";
import { reminderEvents } from "./domains/personal/reminders/events.ts";
import { reminderSections } from "./domains/personal/reminders/sections.ts";
import { revisionEndpoints } from "./domains/messages/edit/endpoints.ts";
import { revisionEvents } from "./domains/messages/edit/events.ts";
import { tendRetention } from "./domains/messages/edit/retention.ts";
import { scheduledEndpoints } from "./domains/personal/scheduled/endpoints.ts";
import { scheduledEvents } from "./domains/personal/scheduled/events.ts";
import { scheduledSections } from "./domains/personal/scheduled/sections.ts";
import { settingEndpoints } from "./domains/people/settings/endpoints.ts";
import { settingEvents } from "./domains/people/settings/events.ts";
import { settingSections } from "./domains/people/settings/sections.ts";
import { snippetEndpoints } from "./domains/personal/snippets/endpoints.ts";
import { snippetEvents } from "./domains/personal/snippets/events.ts";
import { snippetSections } from "./domains/personal/snippets/sections.ts";
import { statusEndpoints } from "./domains/people/status/endpoints.ts";
import { statusEvents } from "./domains/people/status/events.ts";
import { statusSections } from "./domains/people/status/sections.ts";
import { topicEndpoints } from "./domains/channels/topics/endpoints.ts";
import { topicEvents } from "./domains/channels/topics/events.ts";
import { topicSections } from "./domains/channels/topics/sections.ts";
import { typingEndpoints } from "./domains/messages/typing/endpoints.ts";
import { typingEvents } from "./domains/messages/typing/events.ts";
import { uploadEndpoints } from "./domains/files/endpoints.ts";
import { uploadEvents } from "./domains/files/events.ts";
import { uploadSections } from "./domains/files/sections.ts";
import { tendUploads } from "./domains/files/cleanup.ts";
import { userEndpoints } from "./domains/people/users/endpoints.ts";
import { userEvents } from "./domains/people/users/events.ts";
import { userSections } from "./domains/people/users/sections.ts";
import { outgoingWebhook } from "./domains/integrations/webhooks/payload.ts";
import { widgetEndpoints } from "./domains/messages/widgets/endpoints.ts";
import { widgetEvents } from "./domains/messages/widgets/events.ts";

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
