import { directWith, keyOf } from "./conversation.ts";
import { isAllowed } from "./group-setting.ts";
import { inRealm, isGuest, isMemberIn, isOwner } from "./member-permissions.ts";
import { isAdministrator, personOf, ROLES } from "./people.ts";
import type { Channel, Group, Person } from "./registered.ts";
import type { State } from "./state.ts";

/** What the server lets the user do to channels, groups and people, by the state alone. */

export const mayAdministerChannel = (state: State, channel: Channel): boolean =>
  isAdministrator(state) || isMemberIn(state, channel.can_administer_channel_group);

/** Whether the user may read the channel, and so subscribe to it. */
export const mayReadChannel = (state: State, channel: Channel): boolean =>
  channel.is_web_public ||
  state.channels.subscribed.has(channel.stream_id) ||
  (!isGuest(state) && !channel.invite_only) ||
  isMemberIn(state, channel.can_subscribe_group) ||
  isMemberIn(state, channel.can_add_subscribers_group);

export const mayAddSubscribers = (state: State, channel: Channel): boolean =>
  !channel.is_archived &&
  mayReadChannel(state, channel) &&
  (mayAdministerChannel(state, channel) ||
    isMemberIn(state, inRealm(state, "can_add_subscribers_group")) ||
    isMemberIn(state, channel.can_add_subscribers_group));

export const mayRemoveSubscribers = (state: State, channel: Channel): boolean =>
  !channel.is_archived &&
  (mayAdministerChannel(state, channel) || isMemberIn(state, channel.can_remove_subscribers_group));

export const mayCreateGroups = (state: State): boolean => isMemberIn(state, inRealm(state, "can_create_groups"));

export const mayManageGroup = (state: State, group: Group): boolean =>
  !group.is_system_group &&
  (isMemberIn(state, inRealm(state, "can_manage_all_groups")) || isMemberIn(state, group.can_manage_group));

/** Groups of the server, those out of use and those that a directory manages keep their members. */
export const isEditable = (group: Group): boolean =>
  !group.is_system_group && !group.deactivated && group.is_managed !== true;

export const mayAddMembers = (state: State, group: Group): boolean =>
  isEditable(group) && (mayManageGroup(state, group) || isMemberIn(state, group.can_add_members_group));

export const mayRemoveMembers = (state: State, group: Group): boolean =>
  isEditable(group) && (mayManageGroup(state, group) || isMemberIn(state, group.can_remove_members_group));

export const mayJoinGroup = (state: State, group: Group): boolean =>
  isEditable(group) &&
  !group.members.includes(state.ownId) &&
  (mayAddMembers(state, group) || isMemberIn(state, group.can_join_group));

export const mayLeaveGroup = (state: State, group: Group): boolean =>
  isEditable(group) &&
  group.members.includes(state.ownId) &&
  (mayRemoveMembers(state, group) || isAllowed(group.can_leave_group, state.ownId, state.groups));

/** Accounts that an administrator may change; owners only owners may. */
export const mayManagePerson = (state: State, person: Person): boolean =>
  isAdministrator(state) && (person.role !== ROLES.owner || isOwner(state));

/** Whether the user may write directly to people; a conversation that goes on needs no right to begin one. */
export function mayWriteTo(state: State, userIds: readonly number[]): boolean {
  const { ownId, groups, people, recentDirects } = state;
  const conversation = directWith(userIds, ownId);
  if (conversation.userIds.every((id) => personOf(people, id)?.is_bot === true)) return true;
  const may = (name: string, id: number) => {
    const setting = inRealm(state, name);
    return setting === undefined || isAllowed(setting, id, groups);
  };
  return (
    [ownId, ...conversation.userIds].some((id) => may("direct_message_permission_group", id)) &&
    (recentDirects.has(keyOf(conversation)) || may("direct_message_initiator_group", ownId))
  );
}

export const isOnlyOwner = ({ people }: State, person: Person): boolean =>
  person.role === ROLES.owner &&
  [...people.active.values()].filter(({ role, is_bot }) => role === ROLES.owner && !is_bot).length === 1;

/** A guest to whom the organization shows only the people they share conversations with. */
export function isLimitedGuest(state: State, person: Person): boolean {
  const everyone = inRealm(state, "can_access_all_users_group");
  return person.role === ROLES.guest && everyone !== undefined && !isAllowed(everyone, person.user_id, state.groups);
}
