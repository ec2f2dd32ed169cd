import { perAction } from "../../../../engine/writer/action-state.ts";
import type { Tx } from "../../../../engine/writer/tx.ts";
import type { Channel } from "../../../../engine/model/records.ts";
import { storeFirstMessage } from "../queries.ts";
import { channelUpdated } from "../../../channels/settings/channel-updated.ts";

/** What an action itself has said of channels' first messages: its model does not know of it yet. */
const saidBy = perAction("first messages", () => new Map<number, number | null>());

export function firstMessageOf(tx: Tx, channel: Channel): number | null {
  const said = saidBy(tx).get(channel.id);
  return said === undefined ? channel.firstMessageId : said;
}

/** Notes which message is a channel's first, and tells those who know of the channel, if that is news. */
export async function setFirstMessage(tx: Tx, channel: Channel, messageId: number | null): Promise<void> {
  if (firstMessageOf(tx, channel) === messageId) return;
  saidBy(tx).set(channel.id, messageId);
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
