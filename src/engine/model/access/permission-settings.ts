/** Every setting whose value is a set of users, with the groups that it may name and its default. */

export interface PermissionSetting {
  readonly require_system_group: boolean;
  readonly allow_internet_group: boolean;
  readonly allow_nobody_group: boolean;
  readonly allow_everyone_group: boolean;
  readonly default_group_name: string;
  readonly default_for_system_groups: string | null;
  readonly allowed_system_groups: readonly string[];
}

export const CREATOR_OR_NOBODY = "stream_creator_or_nobody";
export const GROUP_CREATOR = "group_creator";

const setting = (defaultGroup: string, rest: Partial<PermissionSetting> = {}): PermissionSetting => ({
  require_system_group: false,
  allow_internet_group: false,
  allow_nobody_group: true,
  allow_everyone_group: false,
  default_group_name: defaultGroup,
  default_for_system_groups: null,
  allowed_system_groups: [],
  ...rest,
});

const forEveryone = { allow_everyone_group: true };

export const REALM_SETTINGS = {
  create_multiuse_invite_group: setting("role:administrators"),
  can_access_all_users_group: setting("role:everyone", {
    ...forEveryone,
    allow_nobody_group: false,
    require_system_group: true,
    allowed_system_groups: ["role:everyone", "role:members"],
  }),
  can_add_custom_emoji_group: setting("role:members"),
  can_add_subscribers_group: setting("role:members"),
  can_create_bots_group: setting("role:members"),
  can_create_groups: setting("role:members"),
  can_create_private_channel_group: setting("role:members"),
  can_create_public_channel_group: setting("role:members"),
  can_create_web_public_channel_group: setting("role:owners", {
    require_system_group: true,
    allowed_system_groups: ["role:moderators", "role:administrators", "role:owners", "role:nobody"],
  }),
  can_create_write_only_bots_group: setting("role:members"),
  can_delete_any_message_group: setting("role:administrators"),
  can_delete_own_message_group: setting("role:everyone", forEveryone),
  can_invite_users_group: setting("role:members"),
  can_manage_all_groups: setting("role:owners", { allow_nobody_group: false }),
  can_manage_billing_group: setting("role:administrators", { allow_nobody_group: false }),
  can_mention_many_users_group: setting("role:administrators", forEveryone),
  can_move_messages_between_channels_group: setting("role:members"),
  can_move_messages_between_topics_group: setting("role:everyone", forEveryone),
  can_resolve_topics_group: setting("role:everyone", forEveryone),
  can_set_delete_message_policy_group: setting("role:moderators"),
  can_set_topics_policy_group: setting("role:members", forEveryone),
  can_summarize_topics_group: setting("role:everyone", forEveryone),
  direct_message_initiator_group: setting("role:everyone", forEveryone),
  direct_message_permission_group: setting("role:everyone", forEveryone),
} as const;

export const CHANNEL_SETTINGS = {
  can_add_subscribers_group: setting("role:nobody"),
  can_administer_channel_group: setting(CREATOR_OR_NOBODY),
  can_delete_any_message_group: setting("role:nobody", forEveryone),
  can_delete_own_message_group: setting("role:nobody", forEveryone),
  can_move_messages_out_of_channel_group: setting("role:nobody", forEveryone),
  can_move_messages_within_channel_group: setting("role:nobody", forEveryone),
  can_remove_subscribers_group: setting("role:administrators", forEveryone),
  can_resolve_topics_group: setting("role:nobody", forEveryone),
  can_send_message_group: setting("role:everyone", forEveryone),
  can_subscribe_group: setting("role:nobody"),
} as const;

const ofGroups = { default_for_system_groups: "role:nobody" };

export const GROUP_SETTINGS = {
  can_add_members_group: setting(GROUP_CREATOR, ofGroups),
  can_join_group: setting("role:nobody", ofGroups),
  can_leave_group: setting("role:everyone", { ...ofGroups, ...forEveryone }),
  can_manage_group: setting(GROUP_CREATOR, ofGroups),
  can_mention_group: setting("role:everyone", {
    ...ofGroups,
    ...forEveryone,
    allowed_system_groups: [
      "role:nobody",
      "role:administrators",
      "role:moderators",
      "role:fullmembers",
      "role:members",
      "role:everyone",
    ],
  }),
  can_remove_members_group: setting("role:nobody", ofGroups),
} as const;

export type RealmSetting = keyof typeof REALM_SETTINGS;
export type ChannelSetting = keyof typeof CHANNEL_SETTINGS;
export type GroupSetting = keyof typeof GROUP_SETTINGS;

export const CHANNEL_SETTING_NAMES = Object.keys(CHANNEL_SETTINGS) as ChannelSetting[];
export const REALM_SETTING_NAMES = Object.keys(REALM_SETTINGS) as RealmSetting[];
export const GROUP_SETTING_NAMES = Object.keys(GROUP_SETTINGS) as GroupSetting[];
