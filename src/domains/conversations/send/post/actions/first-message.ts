import { perAction } from "#engine/writer/action-state.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { Channel } from "#engine/model/records.ts";
import { storeFirstMessage } from "../queries.ts";
import { channelUpdated } from "#domains/records/channels/channel-updated.ts";

/** The first messages that this action has set: its model does not contain them yet. */
const firstMessagesOf = perAction("first messages", () => new Map<number, number | null>());

export function firstMessageOf(tx: Tx, channel: Channel): number | null {
  const own = firstMessagesOf(tx).get(channel.id);
  return own === undefined ? channel.firstMessageId : own;
}

/** Stores which message is a channel's first, and emits it to those who may know of the channel, if it changes. */
export async function setFirstMessage(tx: Tx, channel: Channel, messageId: number | null): Promise<void> {
  if (firstMessageOf(tx, channel) === messageId) return;
  firstMessagesOf(tx).set(channel.id, messageId);
  await storeFirstMessage(tx.sql, tx.realmId, channel.id, messageId);
  tx.change({ kind: "channel_changed", id: channel.id, set: { firstMessageId: messageId } });
  tx.emit(
    channelUpdated,
    {
      stream_id: channel.id,
      name: channel.name,
      property: "first_message_id",
      value: messageId,
    },
    { to: "knowers", channel: channel.id },
  );
}
