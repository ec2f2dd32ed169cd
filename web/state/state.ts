import { type Bots, initialBots, reduceBots } from "./bots.ts";
import { type Channels, initialChannels, reduceChannels } from "./channels.ts";
import { type Commands, initialCommands, reduceCommands } from "./commands.ts";
import { type Definitions, initialDefinitions, reduceDefinitions } from "./definitions.ts";
import { type Groups, initialGroups, reduceGroups } from "./groups.ts";
import { initialOrganization, type Organization, reduceOrganization } from "./organization.ts";
import { initialOnboarding, type Onboarding, reduceOnboarding } from "./onboarding.ts";
import { initialPeople, type People, reducePeople } from "./people.ts";
import { initialPersonal, type Personal, reducePersonal } from "./personal.ts";
import { initialPresence, type PresenceState, reducePresence } from "./presence.ts";
import { initialRecentDirects, type RecentDirects, reduceRecentDirects } from "./recent-direct.ts";
import type { Event, Registered } from "./registered.ts";
import { initialStatuses, reduceStatuses, type Statuses } from "./status.ts";
import { reduceTyping, type Typing } from "./typing.ts";
import { initialUnread, reduceUnread, type UnreadState } from "./unread.ts";
import { initialUserTopics, reduceUserTopics, type UserTopics } from "./user-topics.ts";

/**
 * Everything that register tells and events keep current. It is plain data, so that the link can keep it in IndexedDB
 * and hand it to tabs. Invariant: the state of a registration, moved by the events after it, is the state of a later
 * registration.
 */
export interface State {
  readonly ownId: number;
  readonly organization: Organization;
  readonly definitions: Definitions;
  readonly people: People;
  readonly groups: Groups;
  readonly channels: Channels;
  readonly unread: UnreadState;
  readonly personal: Personal;
  readonly userTopics: UserTopics;
  readonly statuses: Statuses;
  readonly presence: PresenceState;
  readonly recentDirects: RecentDirects;
  readonly typing: Typing;
  readonly bots: Bots;
  readonly onboarding: Onboarding;
  readonly commands: Commands;
}

/** `now` is in milliseconds: reducers have no clock of their own. */
export const initialState = (from: Registered, now: number): State => ({
  ownId: from.user_id,
  organization: initialOrganization(from),
  definitions: initialDefinitions(from),
  people: initialPeople(from),
  groups: initialGroups(from),
  channels: initialChannels(from),
  unread: initialUnread(from),
  personal: initialPersonal(from),
  userTopics: initialUserTopics(from),
  statuses: initialStatuses(from),
  presence: initialPresence(from, now / 1000),
  recentDirects: initialRecentDirects(from),
  typing: new Map(),
  bots: initialBots(from),
  onboarding: initialOnboarding(from),
  commands: initialCommands(from),
});

export function reduce(state: State, event: Event, now: number): State {
  const { ownId } = state;
  const channels = reduceChannels(state.channels, event);
  return {
    ownId,
    organization: reduceOrganization(state.organization, event),
    definitions: reduceDefinitions(state.definitions, event),
    people: reducePeople(state.people, event),
    groups: reduceGroups(state.groups, event),
    channels,
    unread: reduceUnread(state.unread, event, { ownId, channels }),
    personal: reducePersonal(state.personal, event),
    userTopics: reduceUserTopics(state.userTopics, event),
    statuses: reduceStatuses(state.statuses, event),
    presence: reducePresence(state.presence, event),
    recentDirects: reduceRecentDirects(state.recentDirects, event, ownId),
    typing: reduceTyping(state.typing, event, ownId, now),
    bots: reduceBots(state.bots, event),
    onboarding: reduceOnboarding(state.onboarding, event),
    commands: reduceCommands(state.commands, event),
  };
}

export const reduceAll = (state: State, events: readonly Event[], now: number): State =>
  events.reduce((all, event) => reduce(all, event, now), state);
