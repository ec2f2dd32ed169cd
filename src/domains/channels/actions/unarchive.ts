import type { Tx } from "#engine/writer/tx.ts";
import { preview } from "#engine/model/preview.ts";
import type { Channel } from "#engine/model/records.ts";
import { NO_SUBSCRIBERS } from "#engine/model/subscribers.ts";
import { emitTopicsIn } from "#domains/conversations/topics/actions/set-visibility.ts";
import { channelForAudience } from "#domains/records/channels/access.ts";
import { channelUpdated } from "#domains/records/channels/channel-updated.ts";
import { channelsCreated, peersJoined, withArchive, withoutArchive } from "#domains/records/channels/events.ts";
import { presentChannel } from "#domains/records/channels/present.ts";
import { settingsOfSubscribers } from "#domains/records/channels/queries.ts";
import { emitSubscriptions } from "../subscriptions/actions/enroll.ts";

/**
 * Clients with the capability `archived_channels` still have the channel, under its old name; the others get it as a new
 * one, with their old subscriptions.
 */
export async function emitUnarchived(
  tx: Tx,
  { id: stream_id, name }: Channel,
  channel: Channel,
  newcomers: readonly number[],
): Promise<void> {
  const { model } = tx;
  const audience = { to: "knowers", channel: stream_id, except: newcomers } as const;
  tx.emit(channelUpdated, { stream_id, name, property: "is_archived", value: false, ...withArchive }, audience);
  const presented = presentChannel(model, channelForAudience(channel, audience));
  tx.emit(channelsCreated, { streams: [presented], ...withoutArchive }, audience);
  await emitTopicsIn(tx, channel.id, preview(model, [{ kind: "channel_changed", id: channel.id, set: channel }]));
  const subscribers = model.subscribers.get(channel.id) ?? NO_SUBSCRIBERS;
  if (subscribers.size === 0) return;
  const settings = await settingsOfSubscribers(tx.sql, tx.realmId, channel.id);
  emitSubscriptions(tx, [channel], settings, () => subscribers, withoutArchive);
  tx.emit(
    peersJoined,
    { stream_ids: [stream_id], user_ids: [...subscribers.keys()], ...withoutArchive },
    { ...audience, except: [...newcomers, ...subscribers.keys()] },
  );
}
