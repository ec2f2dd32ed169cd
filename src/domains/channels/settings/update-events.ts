import type { FieldsOf } from "#engine/log/event-kinds.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { presentSettingValue } from "#domains/records/groups/setting-value.ts";
import { CHANNEL_SETTING_NAMES } from "#engine/model/access/permission-settings.ts";
import { channelSetting } from "#engine/model/access/permissions.ts";
import type { Channel } from "#engine/model/records.ts";
import { channelUpdated } from "#domains/records/channels/channel-updated.ts";
import { clientsOf, withArchive } from "#domains/records/channels/events.ts";
import { isForAnnouncements, postPolicy } from "#domains/records/channels/present.ts";

type Fields = Omit<FieldsOf<typeof channelUpdated>, "stream_id" | "name">;

/** Emits the changes of a channel to all who may know of it, except for users who were just sent the whole channel. */
export function emitUpdates(tx: Tx, before: Channel, set: Partial<Channel>, newcomers: readonly number[]): void {
  const after: Channel = { ...before, ...set };
  for (const fields of updatesOf(tx, before, after, set)) {
    tx.emit(
      channelUpdated,
      {
        stream_id: before.id,
        // Clients that look up the channel by its name have the old one.
        name: before.name,
        ...fields,
        // Clients without archived channels were just sent the whole unarchived channel.
        ...(set.isArchived === false ? withArchive : clientsOf(after)),
      },
      { to: "knowers", channel: before.id, ...(newcomers.length > 0 && { except: newcomers }) },
    );
  }
}

function* updatesOf(tx: Tx, before: Channel, after: Channel, set: Partial<Channel>): Generator<Fields> {
  if (set.inviteOnly !== undefined) {
    yield {
      property: "invite_only",
      value: after.inviteOnly,
      history_public_to_subscribers: after.historyPublicToSubscribers,
      is_web_public: after.isWebPublic,
    };
  }
  if (set.topicsPolicy !== undefined) yield { property: "topics_policy", value: set.topicsPolicy };
  if (after.messageRetentionDays !== before.messageRetentionDays) {
    yield { property: "message_retention_days", value: after.messageRetentionDays };
  }
  if (set.description !== undefined) {
    yield { property: "description", value: after.description, rendered_description: after.renderedDescription };
  }
  if (set.name !== undefined) yield { property: "name", value: set.name };
  if (set.subscribedGroups !== undefined) yield { property: "subscribed_groups", value: [...set.subscribedGroups] };
  if (set.folderId !== undefined) yield { property: "folder_id", value: set.folderId };
  yield* settingUpdates(tx, before, after);
}

function* settingUpdates({ model }: Tx, before: Channel, after: Channel): Generator<Fields> {
  for (const property of CHANNEL_SETTING_NAMES) {
    const value = channelSetting(after, property);
    if (value !== channelSetting(before, property)) yield { property, value: presentSettingValue(model, value) };
  }
  // Emits the older number for who may post, if it changes.
  const [was, is] = [postPolicy(model, before), postPolicy(model, after)];
  if (was === is) return;
  yield { property: "stream_post_policy", value: is };
  if (isForAnnouncements(was) !== isForAnnouncements(is)) {
    yield { property: "is_announcement_only", value: isForAnnouncements(is) };
  }
}
