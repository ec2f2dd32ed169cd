import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { groupRecord, userRecord } from "#engine/model/lookup/record-lookup.ts";
import { untilChanged } from "#engine/model/lookup/until-changed.ts";
import { belongsToAny } from "#engine/model/access/membership.ts";
import type { Model } from "#engine/model/model.ts";
import { type PreviewedChange, preview } from "#engine/model/preview.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { groupsAround, membersMoved } from "../settings/visibility.ts";
import { type EdgeKind, type EdgePairs, insertEdges } from "./queries.ts";

/**
 * Who comes into the groups linked to a channel, and who is in none of them any more. An action that changes who is in
 * which group stores these edges with its own rows. Their subscriptions follow in commits of their own (follow.ts).
 * Somebody's edges are the same whether or not their account is active, except that a deactivated one joins nothing.
 */

type Pair = readonly [user: User, channel: Channel];

interface Edges {
  readonly joining: readonly Pair[];
  readonly leaving: readonly Pair[];
}

/** Users times channels. To judge and store so many takes half a second. */
const MAX_PAIRS = 200_000;

/**
 * Must be called by every action that changes members, subgroups or roles, once and with all of these changes. Without
 * `by`, it is the server's own work and cannot be refused.
 */
export async function storeMembershipEdges(
  tx: Tx,
  by: User | undefined,
  changes: readonly PreviewedChange[],
): Promise<void> {
  const channels = linkedChannels(tx.model);
  if (channels.length === 0) return;
  const after = preview(tx.model, changes);
  const touched = changes.map((change) => reachOf(tx.model, after, channels, change));
  const users = new Set(touched.flatMap(({ userIds }) => userIds));
  const reached = new Set(touched.flatMap((reach) => reach.channels));
  if (by !== undefined) refuseTooMany(users.size * reached.size);
  const was = (user: User, channel: Channel) => belongsToAny(tx.model, user, channel.subscribedGroups);
  const is = ({ id }: User, { subscribedGroups }: Channel) => {
    const user = userRecord(after, id);
    return user !== undefined && belongsToAny(after, user, subscribedGroups);
  };
  const people = [...users].flatMap((id) => userRecord(tx.model, id) ?? []);
  const { joining, leaving } = edgesOf(people, [...reached], was, is);
  await storeEdges(tx, "join", by, joining);
  await storeEdges(tx, "leave", by, leaving);
}

/**
 * An account that the same action creates, or puts back into use, comes into all of its groups. `groups` are the changes
 * that list a new account.
 */
export async function storeArrivalEdges(
  tx: Tx,
  user: User,
  { by, groups = [] }: { readonly by?: User; readonly groups?: readonly PreviewedChange[] },
): Promise<void> {
  const channels = linkedChannels(tx.model);
  if (channels.length === 0) return;
  const after = preview(tx.model, groups);
  const is = (arriving: User, channel: Channel) => belongsToAny(after, arriving, channel.subscribedGroups);
  await storeEdges(tx, "join", by, edgesOf([user], channels, () => false, is).joining);
}

/** What follows from other links of a channel. While it is archived they subscribe nobody. */
export function linkEdges(model: Model, before: Channel, after: Channel): Edges {
  const isIn =
    ({ subscribedGroups }: Channel) =>
    (user: User) =>
      belongsToAny(model, user, subscribedGroups);
  return edgesOf([...model.users.values()], [after], isIn(before), isIn(after));
}

const linkedChannels = untilChanged((model) =>
  [...model.channels.values()].filter(({ subscribedGroups }) => subscribedGroups.length > 0),
);

type Belongs = (user: User, channel: Channel) => boolean;

/** The pairs of a user follow each other. */
function edgesOf(users: readonly User[], channels: readonly Channel[], was: Belongs, is: Belongs): Edges {
  const joining: Pair[] = [];
  const leaving: Pair[] = [];
  for (const user of users) {
    for (const channel of channels) {
      const [before, after] = [was(user, channel), is(user, channel)];
      if (before && !after) leaving.push([user, channel]);
      if (!before && after && user.isActive && !channel.isArchived) joining.push([user, channel]);
    }
  }
  return { joining, leaving };
}

/** The linked channels and the users for whom a change may be an edge. */
function reachOf(
  model: Model,
  after: Model,
  linked: readonly Channel[],
  change: PreviewedChange,
): { readonly channels: readonly Channel[]; readonly userIds: readonly number[] } {
  if (change.kind === "channel_changed") return { channels: [], userIds: [] };
  if (change.kind === "user_changed") return { channels: linked, userIds: [change.id] };
  const group = groupRecord(model, change.id);
  const around = groupsAround(model, change.id);
  const channels = linked.filter(({ subscribedGroups }) => subscribedGroups.some((id) => around.has(id)));
  if (group === undefined || channels.length === 0) return { channels: [], userIds: [] };
  // The groups in it may be changed by the same action.
  const moved = [model, after].flatMap((either) => membersMoved(either, group, change.set));
  return { channels, userIds: [...new Set(moved)] };
}

export async function storeEdges(tx: Tx, kind: EdgeKind, by: User | undefined, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  if (by !== undefined) refuseTooMany(pairs.length);
  const ids: EdgePairs = { userIds: pairs.map(([{ id }]) => id), channelIds: pairs.map(([, { id }]) => id) };
  await insertEdges(tx.sql, tx.realmId, { id: tx.nextId(), kind, ...ids, by: by?.id ?? null });
}

function refuseTooMany(pairs: number): void {
  if (pairs > MAX_PAIRS) {
    throw badRequest(`At most ${MAX_PAIRS} subscriptions can be changed by groups at once.`);
  }
}
