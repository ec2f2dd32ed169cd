import { type DueWork, willPass } from "#engine/jobs/due.ts";
import { recording } from "#engine/runtime/recording.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { channelRecord, userRecord } from "#engine/model/lookup/record-lookup.ts";
import { belongsToAny } from "#engine/model/access/membership.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";
import { channelOfGroups } from "#domains/records/channels/access.ts";
import { activeMembers } from "#domains/records/users/access.ts";
import { noticeOfSubscription } from "../settings/notices.ts";
import { enroll } from "../subscriptions/actions/enroll.ts";
import { leaveChannels } from "../subscriptions/actions/leave.ts";
import { SUBSCRIPTIONS_AT_ONCE } from "../subscriptions/pieces.ts";
import {
  type DueEdges,
  dueEdges,
  type EdgeKind,
  forgetDormant,
  hasEdges,
  keepSubscriptions,
  readPiece,
  storeEdgesDone,
  subscribedViaGroup,
} from "./queries.ts";

/**
 * Does what follows from edges (edges.ts), some at a time, each commit with its own progress, so that it goes on where a
 * killed process has stopped. Who has come or gone again meanwhile is judged by the groups that they are in now: that is
 * why edges may be done in any order.
 */

type FollowTx = Tx<"channel.subscribers_changed">;

export const groupFollowing: DueWork<DueEdges> = {
  name: "group edges",
  isComing: hasEdges,
  find: dueEdges,
  perform: (realm, edges) => followAs(realm, (tx) => followPiece(tx, edges, SUBSCRIPTIONS_AT_ONCE)),
  giveUp: followEach,
};

const followAs = (realm: RealmRuntime, action: (tx: FollowTx) => Promise<void>): Promise<void> =>
  recording(realm, ["channel.subscribers_changed"], { actorKind: "server" }).writeAsServer(action);

/** A piece that was refused is done one pair after another, without those that are refused alone, too. */
async function followEach(realm: RealmRuntime, edges: DueEdges): Promise<void> {
  for (let done = edges.done; done < edges.done + SUBSCRIPTIONS_AT_ONCE; done += 1) {
    const next = { ...edges, done };
    await followAs(realm, (tx) => followPiece(tx, next, 1)).catch((error: unknown) => {
      if (willPass(error)) throw error;
      return realm.writeAsServer((tx) => storeEdgesDone(tx.sql, next, done + 1));
    });
  }
}

async function followPiece(tx: FollowTx, edges: DueEdges, most: number): Promise<void> {
  const piece = await readPiece(tx.sql, edges, most);
  if (piece === undefined) return;
  const by = piece.by === null ? undefined : userRecord(tx.model, piece.by);
  const usersOf = Map.groupBy(piece.userIds, (_, index) => piece.channelIds[index] as number);
  const joined = new Map<User, Channel[]>();
  for (const [channelId, userIds] of usersOf) {
    const channel = channelRecord(tx.model, channelId);
    if (channel === undefined) continue;
    for (const user of await follow(tx, piece.kind, channel, userIds, by)) {
      joined.set(user, [...(joined.get(user) ?? []), channel]);
    }
  }
  // For more people, or where somebody's channels are in several pieces, notices would be a nuisance.
  const areNotified = piece.total <= SUBSCRIPTIONS_AT_ONCE && joined.size <= LIMITS.max_bulk_new_subscription_messages;
  if (by !== undefined && areNotified) {
    for (const [user, channels] of joined) {
      if (user.id !== by.id && user.botType === null) noticeOfSubscription(tx, by, user, channels);
    }
  }
  await storeEdgesDone(tx.sql, edges, edges.done + piece.userIds.length);
}

/** Returns who has been subscribed. */
async function follow(
  tx: FollowTx,
  kind: EdgeKind,
  channel: Channel,
  userIds: readonly number[],
  by: User | undefined,
): Promise<readonly User[]> {
  const belongs = (id: number) => {
    const user = userRecord(tx.model, id);
    return user !== undefined && belongsToAny(tx.model, user, channel.subscribedGroups);
  };
  if (kind === "join") return join(tx, channel, userIds.filter(belongs), by);
  const leaving = userIds.filter((id) => !belongs(id));
  if (kind === "keep") await keepSubscriptions(tx.sql, tx.realmId, channel.id, leaving);
  else await leave(tx, channel, leaving, by);
  return [];
}

async function join(
  tx: FollowTx,
  { id }: Channel,
  userIds: readonly number[],
  by: User | undefined,
): Promise<readonly User[]> {
  const channel = channelOfGroups(tx.model, id);
  if (channel === undefined) return [];
  const isIn = (userId: number) => tx.model.subscribers.get(id)?.has(userId) === true;
  const users = activeMembers(tx.model, userIds).filter((user) => !isIn(user.id));
  if (users.length === 0) return [];
  await enroll(tx, { channels: [channel], users, viaGroup: true });
  tx.audit("channel.subscribers_changed", id, { added: users.map((user) => user.id), ...(by && { by }) });
  return users;
}

async function leave(tx: FollowTx, channel: Channel, userIds: readonly number[], by: User | undefined): Promise<void> {
  const leaving = await subscribedViaGroup(tx.sql, tx.realmId, channel.id, userIds);
  const subscribers = tx.model.subscribers.get(channel.id);
  const [gone, dormant] = [new Set<number>(), new Set<number>()];
  for (const id of leaving) (subscribers?.has(id) === true ? gone : dormant).add(id);
  if (dormant.size > 0) await forgetDormant(tx.sql, tx.realmId, channel.id, [...dormant]);
  if (gone.size === 0) return;
  const users = [...gone].flatMap((id) => userRecord(tx.model, id) ?? []);
  await leaveChannels(tx, [{ channel, users }]);
  tx.audit("channel.subscribers_changed", channel.id, { removed: [...gone], ...(by && { by }) });
}
