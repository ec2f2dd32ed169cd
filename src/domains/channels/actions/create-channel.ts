import type { Tx } from "#engine/writer/tx.ts";
import { renderDescription } from "#markup/render.ts";
import type { Model } from "#engine/model/model.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { unixSeconds } from "#platform/clock.ts";
import { type EnterableChannel, newChannel } from "#domains/records/channels/access.ts";
import type { ChannelPlan } from "../settings/creation.ts";
import { checkedChannelName, checkedChannelDescription } from "#domains/records/channels/name.ts";
import { insertChannel } from "#domains/records/channels/queries.ts";

export interface WantedChannel {
  readonly name: string;
  readonly description?: string | undefined;
}

/** Creates channels without subscribers. The caller has checked the plan, and calls `enroll`, which emits the channels. */
export async function createChannels(
  tx: Tx,
  creator: User,
  wanted: readonly WantedChannel[],
  plan: ChannelPlan,
): Promise<EnterableChannel[]> {
  const channels: EnterableChannel[] = [];
  for (const channel of wanted) channels.push(await createChannel(tx, creator, channel, plan));
  return channels;
}

async function createChannel(
  tx: Tx,
  creator: User,
  wanted: WantedChannel,
  plan: ChannelPlan,
): Promise<EnterableChannel> {
  const description = checkedChannelDescription(wanted.description ?? "");
  const channel: Channel = {
    id: tx.nextId(),
    name: checkedChannelName(wanted.name),
    description,
    renderedDescription: renderedDescription(tx.model, creator, description),
    createdAt: unixSeconds(tx.now),
    creatorId: creator.id,
    ...plan,
    isArchived: false,
    firstMessageId: null,
    isRecentlyActive: true,
    weeklyTraffic: null,
    subscribedGroups: [],
  };
  await insertChannel(tx.sql, tx.realmId, channel);
  tx.change({ kind: "channel_added", channel });
  return newChannel(tx.model, channel);
}

export const renderedDescription = (model: Model, author: User, description: string): string =>
  description === "" ? "" : renderDescription(description, { model, sender: author });
