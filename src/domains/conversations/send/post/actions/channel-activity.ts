import { perAction } from "#engine/writer/action-state.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { Channel } from "#engine/model/records.ts";
import { storeActivity } from "../queries.ts";
import { channelUpdated } from "#domains/records/channels/channel-updated.ts";

/** The channels that this action has made active: its model does not contain that yet. */
const activatedBy = perAction("activated channels", () => new Set<number>());

/** Marks a channel as active again that had no message for months. */
export async function markChannelActive(tx: Tx, channel: Channel): Promise<void> {
  const activated = activatedBy(tx);
  if (channel.isRecentlyActive || activated.has(channel.id)) return;
  activated.add(channel.id);
  await setActivity(tx, [channel], true);
}

export async function setActivity(tx: Tx, channels: readonly Channel[], isRecentlyActive: boolean): Promise<void> {
  if (channels.length === 0) return;
  await storeActivity(
    tx.sql,
    tx.realmId,
    channels.map(({ id }) => id),
    isRecentlyActive,
  );
  for (const { id, name } of channels) {
    tx.change({ kind: "channel_changed", id, set: { isRecentlyActive } });
    tx.emit(
      channelUpdated,
      { stream_id: id, name, property: "is_recently_active", value: isRecentlyActive },
      { to: "knowers", channel: id },
    );
  }
}
