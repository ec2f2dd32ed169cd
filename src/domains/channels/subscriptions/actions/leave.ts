import { ApiError } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { channelRecordNamed } from "#engine/model/lookup/record-lookup.ts";
import { preview } from "#engine/model/preview.ts";
import type { Model } from "#engine/model/model.ts";
import { mayKnowChannel } from "#engine/model/access/permissions.ts";
import type { User } from "#engine/model/records.ts";
import { checkPairs, type Departure, emitNewlyHidden } from "#domains/records/users/guest-visibility.ts";
import { type KnowableChannel, knownChannel, mayRemoveOthers } from "#domains/records/channels/access.ts";
import { insufficient } from "#domains/channels/settings/access.ts";
import { channelsDeleted, clientsOf, peersLeft, unsubscribed } from "#domains/records/channels/events.ts";
import { type Arrival, checkCrowd, subscribersIn } from "./enroll.ts";
import { checkedChannelName } from "#domains/records/channels/name.ts";
import { readChannels } from "#domains/conversations/flags/actions/read-channels.ts";
import { closeSubscriptions } from "#domains/records/channels/queries.ts";

/** The names of channels, once for each user. */
export interface LeaveResult {
  readonly removed: string[];
  readonly notRemoved: string[];
}

interface LeaveInput {
  readonly names: readonly string[];
  readonly users: readonly User[];
  /** Where the users are only the first of them: all. */
  readonly crowd?: readonly User[];
  /** Earlier changes of the request. */
  readonly arrivals?: readonly Arrival[];
}

/** Unsubscribes users from channels: all that was asked for, or nothing. */
export async function unsubscribe(
  tx: Tx<"channel.subscribers_changed">,
  actor: User,
  input: LeaveInput,
): Promise<LeaveResult> {
  const { names, users, crowd = users, arrivals = [] } = input;
  const others = crowd.filter(({ id, botOwnerId }) => id !== actor.id && botOwnerId !== actor.id);
  // The owner of a bot may know of its channels, but that does not let them remove other users.
  const channels = namedChannels(tx.model, names, others.length > 0 ? [actor] : [actor, ...crowd]);
  checkCrowd(channels.length, crowd.length);
  if (others.length > 0 && !channels.every((channel) => mayRemoveOthers(tx.model, actor, channel))) {
    throw insufficient();
  }
  if (crowd.length > users.length) {
    checkPairs(
      tx.model,
      channels.map(({ id }) => ({ users: subscribersIn(tx, id), moving: crowd })),
    );
  }
  const isIn = (user: User, channel: KnowableChannel) => tx.model.subscribers.get(channel.id)?.has(user.id) === true;
  const pairs = users.flatMap((user) => channels.map((channel) => ({ user, channel })));
  const departures = channels.map((channel) => ({ channel, users: users.filter((user) => isIn(user, channel)) }));
  const actual = departures.filter(({ users: leaving }) => leaving.length > 0);
  for (const { channel, users: leaving } of actual) {
    tx.audit("channel.subscribers_changed", channel.id, { removed: leaving.map(({ id }) => id) });
  }
  await leaveChannels(tx, actual, arrivals);
  const namesOf = (wasIn: boolean) =>
    pairs.filter(({ user, channel }) => isIn(user, channel) === wasIn).map(({ channel }) => channel.name);
  return { removed: namesOf(true), notRemoved: namesOf(false) };
}

/** The channels, each once. Channels of which neither the actor nor a bot of theirs may know are refused as missing. */
function namedChannels(model: Model, names: readonly string[], knowers: readonly User[]): KnowableChannel[] {
  const found = new Map<string, KnowableChannel>();
  const missing: string[] = [];
  for (const name of names.map(checkedChannelName)) {
    const channel = channelRecordNamed(model, name);
    const known = channel && knowers.map((user) => knownChannel(model, user, channel)).find(Boolean);
    if (known === undefined) missing.push(name);
    else found.set(known.name, known);
  }
  if (missing.length === 0) return [...found.values()];
  const stream = missing.join(", ");
  throw new ApiError("STREAM_DOES_NOT_EXIST", `Channel(s) (${stream}) do not exist`, { stream });
}

/** Ends subscriptions. `arrivals` are earlier changes of the same action. */
export async function leaveChannels(
  tx: Tx,
  departures: readonly Departure[],
  arrivals: readonly Arrival[] = [],
): Promise<void> {
  if (departures.length === 0) return;
  const until = tx.lastMessageId() + 1;
  const changes = departures.map(
    ({ channel, users }) =>
      ({ kind: "unsubscribed", channelId: channel.id, userIds: users.map(({ id }) => id), until }) as const,
  );
  for (const { channelId, userIds } of changes) {
    await closeSubscriptions(tx.sql, tx.realmId, until, channelId, userIds);
  }
  for (const change of changes) tx.change(change);
  const after = preview(tx.model, [...arrivals, ...changes]);
  for (const departure of departures) emitRemoved(tx, departure);
  await readChannels(
    tx,
    after,
    changes.flatMap(({ channelId, userIds }) => userIds.map((userId) => ({ userId, channelId }))),
  );
  for (const departure of departures) emitLost(tx, after, departure);
  for (const { channel, users } of departures) {
    const ids = users.map(({ id }) => id);
    tx.emit(
      peersLeft,
      { stream_ids: [channel.id], user_ids: ids, ...clientsOf(channel) },
      { to: "knowers", channel: channel.id, ...(ids.length === 1 && { except: ids }) },
    );
  }
  emitNewlyHidden(tx, after, departures);
}

function emitRemoved(tx: Tx, { channel, users }: Departure): void {
  const subscriptions = [{ stream_id: channel.id, name: channel.name }];
  tx.emit(unsubscribed, { subscriptions, ...clientsOf(channel) }, { to: "users", ids: users.map(({ id }) => id) });
}

/** Emits the channel's deletion to users who may no longer know of it. */
function emitLost(tx: Tx, after: Model, { channel, users }: Departure): void {
  const ids = users.filter((user) => !mayKnowChannel(after, user, channel)).map(({ id }) => id);
  if (ids.length === 0) return;
  const streams = [{ stream_id: channel.id }];
  tx.emit(channelsDeleted, { stream_ids: [channel.id], streams }, { to: "users", ids });
}
