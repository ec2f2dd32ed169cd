import { Type } from "#platform/schema/type.ts";
import { stableList } from "#api/responses/stable-lists.ts";
import { modelSection, section, type SnapshotOptions } from "#engine/runtime/snapshot.ts";
import { isGuest } from "#engine/model/access/membership.ts";
import { isSubscribed } from "#engine/model/access/permissions.ts";
import type { Model } from "#engine/model/model.ts";
import { type KnowableChannel, knowableChannels } from "#domains/records/channels/access.ts";
import { DefaultGroupsSchema, presentDefaultGroups } from "#domains/records/channels/default-groups.ts";
import { FolderSchema, presentFolders } from "#domains/records/channels/folders.ts";
import { defaultChannels } from "./defaults/defaults.ts";
import {
  ChannelSchema,
  NeverSubscribedSchema,
  type PersonalSettings,
  presentPersonal,
  presentWithSubscribers,
  SubscriptionSchema,
} from "#domains/records/channels/present.ts";
import { userSetting } from "#domains/records/users/record/settings.ts";
import { personalSettings } from "#domains/records/channels/queries.ts";

const visible = (model: Model, { user, capabilities }: SnapshotOptions): KnowableChannel[] =>
  knowableChannels(model, user).filter(({ isArchived }) => !isArchived || capabilities.archived_channels);

/** Clients that do not know null, the user's general setting, get its effective value. Wildcards could always be null. */
function personal(settings: PersonalSettings, { user, capabilities }: SnapshotOptions) {
  const presented = presentPersonal(settings);
  if (capabilities.notification_settings_null) return presented;
  return {
    ...presented,
    desktop_notifications: presented.desktop_notifications ?? userSetting(user, "enable_stream_desktop_notifications"),
    audible_notifications: presented.audible_notifications ?? userSetting(user, "enable_stream_audible_notifications"),
    push_notifications: presented.push_notifications ?? userSetting(user, "enable_stream_push_notifications"),
    email_notifications: presented.email_notifications ?? userSetting(user, "enable_stream_email_notifications"),
  };
}

/** Every caller is in others of the channels, and may know of others. */
const BLOCK = 16;

export const channelSections = [
  section({
    scope: "channels:read",
    wants: ["subscription"],
    fields: {
      subscriptions: Type.Array(SubscriptionSchema),
      unsubscribed: Type.Array(SubscriptionSchema),
      never_subscribed: Type.Array(NeverSubscribedSchema),
    },
    read: async (sql, { realm, user }) => (await personalSettings(sql, realm.id, user.id)).settings,
    present: (model, options, settings) => {
      const channels = visible(model, options);
      const withSubscribers = (channel: KnowableChannel) =>
        presentWithSubscribers(model, channel, options.includeSubscribers);
      const withSettings = (isNow: boolean) =>
        channels.flatMap((channel) => {
          const own = settings.get(channel.id);
          if (own === undefined || isSubscribed(model, options.user, channel) !== isNow) return [];
          return [{ ...withSubscribers(channel), ...personal(own, options) }];
        });
      return {
        subscriptions: withSettings(true),
        unsubscribed: withSettings(false),
        never_subscribed: stableList(channels.filter(({ id }) => !settings.has(id)).map(withSubscribers), BLOCK),
      };
    },
  }),
  modelSection({
    scope: "channels:read",
    wants: ["stream"],
    fields: { streams: Type.Array(ChannelSchema) },
    present: (model, options) => ({
      streams: stableList(
        visible(model, options).map((channel) => presentWithSubscribers(model, channel, "false")),
        BLOCK,
      ),
    }),
  }),
  modelSection({
    scope: "channels:read",
    wants: ["default_streams"],
    fields: { realm_default_streams: Type.Array(Type.Integer()) },
    present: (model, { user }) => ({
      realm_default_streams: isGuest(user) ? [] : defaultChannels(model).map(({ id }) => id),
    }),
  }),
  modelSection({
    scope: "channels:read",
    wants: ["channel_folders"],
    fields: { channel_folders: Type.Array(FolderSchema) },
    present: (model) => ({ channel_folders: presentFolders(model.folders, true) }),
  }),
  modelSection({
    scope: "channels:read",
    wants: ["default_stream_groups"],
    fields: { realm_default_stream_groups: DefaultGroupsSchema },
    present: (model, { user }) => ({
      realm_default_stream_groups: isGuest(user) ? [] : presentDefaultGroups(model.defaultGroups),
    }),
  }),
];
