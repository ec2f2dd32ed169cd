import { Type } from "#platform/schema/type.ts";
import { stableList } from "#api/responses/stable-lists.ts";
import { modelSection, type SnapshotOptions } from "#engine/runtime/snapshot.ts";
import { knownSystemBots, ownPermissions } from "./access.ts";
import { ROLES } from "#engine/model/records.ts";
import { apiEmail, avatarUrl, mediumAvatarUrl, presentUser, UserSchema, type UserView } from "./present.ts";
import { type Lacking, presentAhead, userLists } from "./user-lists.ts";

const viewFor = ({ user, clientGravatar }: SnapshotOptions): UserView => ({
  viewer: user,
  clientGravatar,
  withProfile: true,
  withoutActive: true,
});

/** Clients that get part of the subscribers know that they have to fetch people; others only fail to see strangers. */
function lackingFor({ capabilities, includeSubscribers }: SnapshotOptions): Lacking {
  if (!capabilities.user_list_incomplete) return "none";
  return includeSubscribers === "partial" ? "fetched" : "hidden";
}

export const userSections = [
  modelSection({
    scope: "users:read",
    wants: ["realm_user"],
    fields: {
      realm_users: Type.Array(UserSchema),
      realm_non_active_users: Type.Array(UserSchema),
      cross_realm_bots: Type.Array(Type.Object({ ...UserSchema.properties, is_system_bot: Type.Boolean() })),
      user_id: Type.Integer(),
      email: Type.String(),
      delivery_email: Type.String(),
      full_name: Type.String(),
      is_owner: Type.Boolean(),
      is_admin: Type.Boolean(),
      is_moderator: Type.Boolean(),
      is_guest: Type.Boolean(),
      avatar_source: Type.String(),
      avatar_url: Type.String(),
      avatar_url_medium: Type.String(),
      can_create_private_streams: Type.Boolean(),
      can_create_public_streams: Type.Boolean(),
      can_create_web_public_streams: Type.Boolean(),
      can_create_streams: Type.Boolean(),
      can_invite_others_to_realm: Type.Boolean(),
      can_subscribe_other_users: Type.Boolean(),
    },
    prepare: async (options) => {
      if (lackingFor(options) !== "fetched") await presentAhead(options.realm, viewFor(options));
    },
    present: (model, options) => {
      const { realm, user } = options;
      const view = viewFor(options);
      const { active, deactivated } = userLists(realm, model, view, lackingFor(options));
      const may = ownPermissions(model, user);
      return {
        realm_users: stableList(active),
        realm_non_active_users: stableList(deactivated),
        cross_realm_bots: knownSystemBots(model).map((bot) => ({
          ...presentUser(model, bot, { ...view, withProfile: false }),
          is_active: true,
          is_system_bot: true,
        })),
        user_id: user.id,
        email: apiEmail(model, user),
        delivery_email: user.email,
        full_name: user.fullName,
        is_owner: user.role === ROLES.owner,
        is_admin: user.role <= ROLES.administrator,
        is_moderator: user.role <= ROLES.moderator,
        is_guest: user.role === ROLES.guest,
        avatar_source: user.avatarSource,
        avatar_url: avatarUrl(model, user, false),
        avatar_url_medium: mediumAvatarUrl(model, user),
        can_create_private_streams: may.createPrivateChannels,
        can_create_public_streams: may.createPublicChannels,
        can_create_web_public_streams: may.createWebPublicChannels,
        can_create_streams: may.createPrivateChannels || may.createPublicChannels || may.createWebPublicChannels,
        can_invite_others_to_realm: may.invite,
        can_subscribe_other_users: may.subscribeOthers,
      };
    },
  }),
];
