import type { Tx } from "../../db/tx.ts";
import { renderMarkdown } from "../../markup/render.ts";
import type { Channel } from "../../model/records.ts";
import { unixSeconds } from "../../platform/clock.ts";
import type { ChannelPlan } from "../creation.ts";
import { oneLine } from "../name.ts";
import { insertChannel } from "../queries.ts";

/** Stores a channel and tells the model. Whoever calls has checked the plan, and tells the clients. */
export async function createChannel(
  tx: Tx,
  creatorId: number | null,
  wanted: { name: string; description: string },
  plan: ChannelPlan,
): Promise<Channel> {
  const description = oneLine(wanted.description);
  const channel: Channel = {
    id: tx.nextId(),
    name: wanted.name,
    description,
    renderedDescription: description === "" ? "" : renderMarkdown(description),
    createdAt: unixSeconds(tx.now),
    creatorId,
    inviteOnly: plan.inviteOnly,
    isWebPublic: false,
    historyPublicToSubscribers: plan.historyPublicToSubscribers,
    isArchived: false,
    isDefault: plan.isDefault,
    messageRetentionDays: plan.messageRetentionDays,
    topicsPolicy: plan.topicsPolicy,
    firstMessageId: null,
    settings: plan.settings,
  };
  await insertChannel(tx.sql, tx.realmId, channel);
  tx.change({ kind: "channel_added", channel });
  return channel;
}
