import type { Tx } from "#engine/writer/tx.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import { isKnownTopic, rememberTopic } from "#engine/model/lookup/known-topics.ts";
import { isSubscribed, spansOf } from "#engine/model/access/permissions.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { automaticPolicy, type Cause, mayChangeAutomatically } from "../automatic.ts";
import type { VisibilityPolicy } from "../policy.ts";
import { hasMessages, hasMessagesWithin } from "../queries.ts";
import { setVisibilities, type PolicyChange } from "./set-visibility.ts";

/**
 * Follows or unmutes a topic for its sender, if their settings say so, and returns the new policy if it changes. Nearly
 * every message goes to a topic whose state is cached, and then costs no query.
 */
export async function followBySending(
  tx: Tx,
  sender: User,
  channel: Channel,
  topic: string,
): Promise<VisibilityPolicy | undefined> {
  const isMuted = hasMuted(tx, sender, channel);
  if (!mayChangeAutomatically(sender, "start", isMuted)) return undefined;
  // An open history is the same for all users.
  const viewer = channel.historyPublicToSubscribers ? undefined : sender.id;
  const isKnown = isKnownTopic(tx.model, channel.id, topic, viewer);
  if (isKnown && !mayChangeAutomatically(sender, "send", isMuted)) return undefined;
  const isNew = !isKnown && !(await seesMessages(tx, sender, channel, topic));
  if (!isNew) rememberTopic(tx.model, channel.id, topic, viewer);
  return follow(tx, sender, channel, topic, isNew ? "start" : "send");
}

/** Whether a topic has a message that the user may see. A user who was never in a protected channel sees none. */
async function seesMessages(tx: Tx, user: User, channel: Channel, topic: string): Promise<boolean> {
  const place = { realmId: tx.realmId, channelId: channel.id, topic };
  if (channel.historyPublicToSubscribers) return hasMessages(tx.sql, place);
  const spans = spansOf(tx.model, user.id, channel.id);
  return spans.length > 0 && hasMessagesWithin(tx.sql, place, spans);
}

/** As `followBySending`, for a user whose message has become the first of a topic. */
export async function followByStarting(tx: Tx, user: User, channel: Channel, topic: string): Promise<void> {
  await follow(tx, user, channel, topic, "start");
}

/** As `followBySending`, for a subscriber who reacts or votes. */
export async function followByParticipating(tx: Tx, user: User, channelId: number, topic: string): Promise<void> {
  const channel = channelRecord(tx.model, channelId);
  if (channel === undefined || !isSubscribed(tx.model, user, channel)) return;
  await follow(tx, user, channel, topic, "participate");
}

/** As `followBySending`, for mentioned users. */
export async function followByMention(tx: Tx, users: readonly User[], channel: Channel, topic: string): Promise<void> {
  const changes = users.map((user) => automaticChange(tx, user, channel, topic, "mention"));
  await setVisibilities(
    tx,
    changes.filter((change) => change !== undefined),
  );
}

async function follow(
  tx: Tx,
  user: User,
  channel: Channel,
  topic: string,
  cause: Cause,
): Promise<VisibilityPolicy | undefined> {
  const change = automaticChange(tx, user, channel, topic, cause);
  const [done] = change === undefined ? [] : await setVisibilities(tx, [change]);
  return done?.outcome === "set" ? done.policy : undefined;
}

function automaticChange(tx: Tx, user: User, channel: Channel, topic: string, cause: Cause): PolicyChange | undefined {
  const isChannelMuted = hasMuted(tx, user, channel);
  if (!mayChangeAutomatically(user, cause, isChannelMuted)) return undefined;
  const policy = (current: VisibilityPolicy) => automaticPolicy(user, cause, { current, isChannelMuted }) ?? current;
  return { user, channel, topic, policy };
}

const hasMuted = (tx: Tx, user: User, channel: Channel): boolean =>
  isSubscribed(tx.model, user, channel) && tx.model.mutedChannels.get(user.id)?.has(channel.id) === true;
