import type { Tx } from "#engine/writer/tx.ts";
import { channelRecord, userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import { emitNewlyVisible } from "#domains/records/users/guest-visibility.ts";
import { clientsOf, peersJoined, peersLeft } from "#domains/records/channels/events.ts";
import { resumeSubscriptions, suspendAll } from "#domains/records/channels/queries.ts";

/** Ends the subscriptions of a deactivated user, but stores where they were subscribed. */
export async function suspendSubscriptions(tx: Tx, user: User): Promise<void> {
  const until = tx.lastMessageId() + 1;
  for (const channelId of await suspendAll(tx.sql, tx.realmId, user.id, until)) {
    tx.change({ kind: "unsubscribed", channelId, userIds: [user.id], until });
    emitPeer(tx, "peer_remove", channelId, user);
  }
}

/**
 * Continues the subscriptions of a reactivated user. Guests who share a channel or a direct conversation with the user
 * get the user first; the events to others follow after `isBack`, which emits the reactivation.
 */
export async function subscribeAgain(tx: Tx, user: User, isBack: () => Promise<void>): Promise<void> {
  const from = tx.lastMessageId() + 1;
  const channelIds = await resumeSubscriptions(tx.sql, tx.realmId, user.id, from);
  const met = [
    ...channelIds.map((id) => tx.model.subscribers.get(id)?.keys() ?? []),
    ...[...(tx.model.conversationsOf.get(user.id) ?? [])].map((id) => tx.model.conversations.get(id)?.userIds ?? []),
  ];
  // Subscriptions change before users get to know each other: a parked poll is judged by the model of each position.
  for (const channelId of channelIds) tx.change({ kind: "subscribed", channelId, userIds: [user.id], from });
  emitNewlyVisible(
    tx,
    met.map((ids) => ({ users: [...ids].flatMap((id) => userRecord(tx.model, id) ?? []), moving: [user] })),
  );
  await isBack();
  for (const channelId of channelIds) emitPeer(tx, "peer_add", channelId, user);
}

function emitPeer(tx: Tx, op: "peer_add" | "peer_remove", channelId: number, user: User): void {
  const clients = clientsOf(channelRecord(tx.model, channelId));
  tx.emit(
    op === "peer_add" ? peersJoined : peersLeft,
    { stream_ids: [channelId], user_ids: [user.id], ...clients },
    { to: "knowers", channel: channelId, except: [user.id] },
  );
}
