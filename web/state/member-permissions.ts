import { isAllowed } from "./group-setting.ts";
import { ownRole, ROLES } from "./people.ts";
import type { GroupSetting } from "./registered.ts";
import type { State } from "./state.ts";

/** What the user is, and may do in the organization as a whole. */

export const isOwner = (state: State): boolean => ownRole(state) === ROLES.owner;
export const isGuest = (state: State): boolean => ownRole(state) === ROLES.guest;

/** Permissions that guests never have, whatever groups they are in. */
export const isMemberIn = (state: State, setting: GroupSetting | undefined): boolean =>
  setting !== undefined && !isGuest(state) && isAllowed(setting, state.ownId, state.groups);

export const inRealm = ({ organization }: State, name: string): GroupSetting | undefined =>
  organization.properties[`realm_${name}`] as GroupSetting | undefined;

/** Whether the user may bring in others, by mail or by a link. */
export const mayInvite = (state: State): boolean =>
  isMemberIn(state, inRealm(state, "can_invite_users_group")) ||
  isMemberIn(state, inRealm(state, "create_multiuse_invite_group"));

export type ChannelPrivacy = "public" | "private" | "web_public";

export const mayCreateChannel = (state: State, privacy: ChannelPrivacy): boolean =>
  isMemberIn(state, inRealm(state, `can_create_${privacy}_channel_group`)) &&
  (privacy !== "web_public" ||
    (state.organization.properties["server_web_public_streams_enabled"] === true &&
      state.organization.properties["realm_enable_spectator_access"] === true));

export const mayCreateAnyChannel = (state: State): boolean =>
  mayCreateChannel(state, "public") || mayCreateChannel(state, "private");
