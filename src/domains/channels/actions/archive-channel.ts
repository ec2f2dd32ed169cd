import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { User } from "#engine/model/records.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import { storeRealm } from "#domains/records/organization/queries.ts";
import type { AdministrableChannel } from "#domains/records/channels/access.ts";
import { leaveDefaultGroups } from "../defaults/groups/store.ts";
import { emitDefaults } from "../defaults/defaults.ts";
import { channelUpdated } from "#domains/records/channels/channel-updated.ts";
import { channelsDeleted, withArchive, withoutArchive } from "#domains/records/channels/events.ts";
import { noticeOfArchiving } from "../settings/notices.ts";
import { storeChannel } from "#domains/records/channels/queries.ts";
import { realmPropertiesUpdated } from "#domains/records/organization/events.ts";

/** Takes a channel out of use. Its name, settings, subscribers and their unread messages stay. */
export async function archiveChannel(
  tx: Tx<"channel.archived">,
  actor: User,
  channel: AdministrableChannel,
): Promise<void> {
  tx.audit("channel.archived", channel.id, { name: channel.name });
  if (channel.isArchived) throw badRequest("Channel is already archived.");
  const set = { isArchived: true, isDefault: false };
  await storeChannel(tx.sql, tx.realmId, { ...channel, ...set });
  tx.change({ kind: "channel_changed", id: channel.id, set });
  await leaveDefaultGroups(tx, channel.id);
  await leaveRealmSettings(tx, channel.id);
  if (channel.isDefault) emitDefaults(tx, [{ ...channel, ...set }]);
  await noticeOfArchiving(tx, actor, channel, [...(tx.model.subscribers.get(channel.id)?.keys() ?? [])]);
  emitArchived(tx, channel);
}

function emitArchived(tx: Tx, channel: AdministrableChannel): void {
  const audience = { to: "knowers", channel: channel.id } as const;
  const { id: stream_id, name } = channel;
  tx.emit(channelUpdated, { stream_id, name, property: "is_archived", value: true, ...withArchive }, audience);
  tx.emit(channelsDeleted, { stream_ids: [stream_id], streams: [{ stream_id }], ...withoutArchive }, audience);
}

const CHANNEL_PROPERTIES = [
  "new_stream_announcements_stream_id",
  "signup_announcements_stream_id",
  "svc_update_announcements_stream_id",
  "moderation_request_channel_id",
] as const;
const NO_CHANNEL = -1;

/** Removes the channel from the organization's settings: nothing is announced in an archived channel. */
async function leaveRealmSettings(tx: Tx, channelId: number): Promise<void> {
  const { realm } = tx.model;
  const names = CHANNEL_PROPERTIES.filter((name) => realmProperty(tx.model, name) === channelId);
  if (names.length === 0) return;
  const settings = Object.fromEntries(
    Object.entries(realm.settings).filter(([name]) => !names.includes(name as never)),
  );
  await storeRealm(tx.sql, { ...realm, settings });
  tx.change({ kind: "realm_changed", set: { settings } });
  for (const name of names) {
    tx.emit(realmPropertiesUpdated, { property: "default", data: { [name]: NO_CHANNEL } }, { to: "everyone" });
  }
}
