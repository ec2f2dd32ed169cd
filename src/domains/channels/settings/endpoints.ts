import { endpoint } from "#api/endpoint.ts";
import { boolean, Id, integer, json, optional, text } from "#api/parameters/params.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";
import { Type } from "#platform/schema/type.ts";
import { administrableChannel } from "#domains/records/channels/access.ts";
import { archiveChannel } from "../actions/archive-channel.ts";
import { updateChannel } from "../actions/update-channel.ts";
import { channelSettingChanges, linkChanges, retentionDays, topicsPolicy } from "./channel-params.ts";

const stream_id = integer("The channel's ID.", { min: 0 });

const patchChannel = endpoint({
  id: "update-stream",
  method: "PATCH",
  path: "/streams/{stream_id}",
  summary: "Changes a channel: all that is given, or nothing.",
  auth: "user",
  scope: "channels:write",
  audits: ["channel.changed"],
  params: {
    stream_id,
    new_name: optional(text("The new name.", { max: 1000 })),
    description: optional(text("What the channel is for, in Markdown.", { max: LIMITS.max_stream_description_length })),
    is_private: optional(boolean("Whether the channel is private.")),
    is_web_public: optional(boolean("Whether the channel is open to the Internet (since level 98).")),
    history_public_to_subscribers: optional(boolean("Whether new subscribers of a private channel see its history.")),
    is_default_stream: optional(boolean("Whether new accounts are subscribed to it (since level 200).")),
    message_retention_days: optional(retentionDays),
    topics_policy: optional(topicsPolicy),
    is_archived: optional(boolean("False brings an archived channel back; true does nothing (since level 388).")),
    folder_id: optional(
      json("The channel's folder, or null for none (since level 389).", Type.Union([Id(), Type.Null()])),
    ),
    ...linkChanges,
    ...channelSettingChanges,
  },
  result: {},
  errors: [
    "BAD_REQUEST",
    "CHANNEL_ALREADY_EXISTS",
    "EXPECTATION_MISMATCH",
    "REQUEST_VARIABLE_INVALID",
    "UNAUTHORIZED_PRINCIPAL",
  ],
  emits: [
    "stream/update",
    "stream/create",
    "stream/delete",
    "subscription/add",
    "subscription/peer_add",
    "default_streams",
    "default_stream_groups",
    "realm_bot/add",
    "realm_bot/update",
    "realm_bot/delete",
    "user_topic",
    "muted_topics",
    "message",
  ],
  async run({ site, realm, actor, params }) {
    const { stream_id: id, new_name, description, is_private, is_web_public, is_default_stream, ...rest } = params;
    const { history_public_to_subscribers, message_retention_days, topics_policy, is_archived, ...others } = rest;
    const { folder_id, subscribed_groups, unlinked_subscriptions, ...settings } = others;
    const update = {
      name: new_name,
      description,
      isPrivate: is_private,
      isWebPublic: is_web_public,
      historyPublic: history_public_to_subscribers,
      isDefault: is_default_stream,
      retentionDays: message_retention_days,
      topicsPolicy: topics_policy,
      isArchived: is_archived,
      folderId: folder_id,
      links: subscribed_groups,
      unlinked: unlinked_subscriptions,
      settings,
    };
    await realm.write(actor, (tx, present) => {
      const channel = administrableChannel(tx.model, present, id);
      return updateChannel(tx, present, channel, update, site.config.webPublicChannels);
    });
    return {};
  },
});

const deleteChannel = endpoint({
  id: "archive-stream",
  method: "DELETE",
  path: "/streams/{stream_id}",
  summary: "Archives a channel.",
  auth: "user",
  scope: "channels:write",
  audits: ["channel.archived"],
  params: { stream_id },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["stream/update", "stream/delete", "default_streams", "default_stream_groups", "realm/update_dict", "message"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, present) =>
      archiveChannel(tx, present, administrableChannel(tx.model, present, params.stream_id)),
    );
    return {};
  },
});

export const settingsEndpoints = [patchChannel, deleteChannel] as const;
