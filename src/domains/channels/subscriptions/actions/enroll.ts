import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Change } from "#engine/model/changes.ts";
import { limitsGuests, mayKnowChannel } from "#engine/model/access/permissions.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { NO_SUBSCRIBERS } from "#engine/model/subscribers.ts";
import type { ActiveUser } from "#domains/records/users/access.ts";
import { checkPairs, emitNewlyVisible } from "#domains/records/users/guest-visibility.ts";
import { pickColor, type UsedColors, withColor } from "#domains/records/channels/colors.ts";
import { merged } from "#platform/collections/number-lists.ts";
import { emitDefaults } from "#domains/channels/defaults/defaults.ts";
import type { EnterableChannel } from "#domains/records/channels/access.ts";
import {
  channelsCreated,
  clientsOf,
  peersJoined,
  type SubscriberIds,
  subscribed,
  withSubscribers,
} from "#domains/records/channels/events.ts";
import { channelForAudience } from "#domains/records/channels/access.ts";
import { type ChosenSettings, presentChannel } from "#domains/records/channels/present.ts";
import { colorsOf, insertSubscriptions, type NewSubscription } from "#domains/records/channels/queries.ts";

export interface Enrollment {
  readonly channels: readonly EnterableChannel[];
  readonly users: readonly ActiveUser[];
  readonly colorOf?: (channel: Channel) => string | undefined;
  /** The colors that the users have, where they were read before. */
  readonly usedColors?: ReadonlyMap<number, UsedColors> | undefined;
  /** The first message that the users receive; by default the next one. */
  readonly from?: number;
  /** Whether they are subscribed because they are in a group. */
  readonly viaGroup?: boolean;
}

/** The model's change for new subscribers of a channel. */
export type Arrival = Extract<Change, { kind: "subscribed" }>;

export interface Enrolled {
  readonly arrivals: readonly Arrival[];
  /** By user ID, the names of new channels, and of those to which the user was subscribed already. */
  readonly subscribed: Record<string, string[]>;
  readonly alreadySubscribed: Record<string, string[]>;
}

/**
 * Makes users subscribers, with one statement and, for each channel, one change and one event to its other viewers.
 * The event to the new subscribers is a single entry, too: each of them gets their own part of it.
 */
export async function enroll(tx: Tx, enrollment: Enrollment): Promise<Enrolled> {
  const { channels, users } = enrollment;
  const subscribed: Record<string, string[]> = {};
  const alreadySubscribed: Record<string, string[]> = {};
  const joining = new Map<Channel, User[]>();
  for (const channel of channels) {
    const members = tx.model.subscribers.get(channel.id);
    const newcomers = users.filter(({ id }) => members?.has(id) !== true);
    if (newcomers.length > 0) joining.set(channel, newcomers);
    for (const { id } of users) {
      ((members?.has(id) === true ? alreadySubscribed : subscribed)[id] ??= []).push(channel.name);
    }
  }
  const created = channels.filter(({ id }) => !tx.model.channels.has(id));
  if (joining.size === 0) emitCreated(tx, created);
  const arrivals = joining.size === 0 ? [] : await join(tx, joining, created, enrollment);
  return { subscribed, alreadySubscribed, arrivals };
}

type Joining = ReadonlyMap<Channel, readonly User[]>;
type Settings = ChosenSettings & { readonly userId: number };

async function join(
  tx: Tx,
  joining: Joining,
  created: readonly Channel[],
  { colorOf, usedColors, from = tx.lastMessageId() + 1, viaGroup = false }: Enrollment,
): Promise<Arrival[]> {
  const rows = await withColors(tx, joining, colorOf, usedColors);
  const settings = settled(rows, await insertSubscriptions(tx.sql, tx.realmId, from, rows, viaGroup));
  const arrivals = [...joining].map(([channel, users]): Arrival => ({
    kind: "subscribed",
    channelId: channel.id,
    userIds: users.map(({ id }) => id),
    from,
  }));
  for (const arrival of arrivals) tx.change(arrival);
  emitCreated(tx, created);
  for (const [channel, users] of joining) emitToNewKnowers(tx, channel, users);
  for (const isArchived of [false, true]) {
    const channels = [...joining.keys()].filter((channel) => channel.isArchived === isArchived);
    emitSubscriptions(tx, channels, settings, (channel) => idsWith(tx, channel, joining.get(channel) ?? []));
  }
  // The list of all subscribers takes a while, and is rarely needed.
  if (limitsGuests(tx.model)) {
    emitNewlyVisible(
      tx,
      [...joining].map(([channel, moving]) => ({ users: [...subscribersIn(tx, channel.id), ...moving], moving })),
    );
  }
  for (const [channel, users] of joining) {
    const ids = users.map(({ id }) => id);
    tx.emit(
      peersJoined,
      { stream_ids: [channel.id], user_ids: ids, ...clientsOf(channel) },
      { to: "knowers", channel: channel.id, except: ids },
    );
  }
  return arrivals;
}

/** The settings of all new subscribers: for former subscribers those that were stored before. */
function settled(wanted: readonly NewSubscription[], found: readonly Settings[]): readonly Settings[] {
  const key = ({ userId, channelId }: NewSubscription | Settings) => `${userId} ${channelId}`;
  const before = new Map(found.map((channel) => [key(channel), channel]));
  return before.size === 0 ? wanted : wanted.map((channel) => before.get(key(channel)) ?? channel);
}

/** Emitted after the changes, so that receivers with parked polls count as subscribed and also get private channels. */
function emitCreated(tx: Tx, created: readonly Channel[]): void {
  for (const channel of created) {
    const audience = { to: "knowers", channel: channel.id } as const;
    const streams = [presentChannel(tx.model, channelForAudience(channel, audience))];
    tx.emit(channelsCreated, { streams }, audience);
  }
  const defaults = created.filter(({ isDefault }) => isDefault);
  if (defaults.length > 0) emitDefaults(tx, defaults);
}

/** The limit of subscriptions in one request. */
const MAX_AT_ONCE = 100_000;

export function checkCrowd(channels: number, users: number): void {
  if (channels * users <= MAX_AT_ONCE) return;
  throw badRequest(`At most ${MAX_AT_ONCE} subscriptions can be changed at once.`);
}

/** Refuses a crowd that comes in several commits where the last of them would be refused: too many people would meet. */
export function checkMeetings(
  tx: Tx,
  channels: readonly Channel[],
  newChannels: readonly unknown[],
  crowd: readonly User[],
): void {
  const meetings = channels.map(({ id }) => {
    const moving = crowd.filter((user) => tx.model.subscribers.get(id)?.has(user.id) !== true);
    return { users: [...subscribersIn(tx, id), ...moving], moving };
  });
  checkPairs(tx.model, [...meetings, ...newChannels.map(() => ({ users: crowd, moving: crowd }))]);
}

/** Users who could not know of the channel get it first. A new channel was emitted to all its subscribers already. */
function emitToNewKnowers(tx: Tx, channel: Channel, users: readonly User[]): void {
  if (!tx.model.channels.has(channel.id)) return;
  const newKnowers = users.filter((user) => !mayKnowChannel(tx.model, user, channel)).map(({ id }) => id);
  if (newKnowers.length === 0) return;
  const audience = { to: "users", ids: newKnowers } as const;
  const presented = presentChannel(tx.model, channelForAudience(channel, audience));
  const streams = [{ ...presented, subscriber_count: idsWith(tx, channel, users).size }];
  tx.emit(channelsCreated, { streams, ...clientsOf(channel) }, audience);
}

/** One entry for any number of subscribers of these channels. */
export function emitSubscriptions(
  tx: Tx,
  channels: readonly Channel[],
  settings: readonly Settings[],
  idsOf: (channel: Channel) => SubscriberIds,
  clients?: ReturnType<typeof clientsOf>,
): void {
  const [first] = channels;
  if (first === undefined) return;
  const ids = new Set(channels.map(({ id }) => id));
  const own = settings.filter(({ channelId }) => ids.has(channelId));
  const audience = { to: "users", ids: [...new Set(own.map(({ userId }) => userId))] } as const;
  const present = (channel: Channel) => presentChannel(tx.model, channelForAudience(channel, audience));
  tx.emit(
    subscribed,
    {
      channels: Object.fromEntries(
        channels.map((channel) => [channel.id, withSubscribers(present(channel), idsOf(channel))]),
      ),
      settings: byUser(own),
      ...(clients ?? clientsOf(first)),
    },
    audience,
  );
}

/** For each new subscriber the next free color, unless the request has one. */
async function withColors(
  tx: Tx,
  joining: Joining,
  colorOf: Enrollment["colorOf"],
  known: Enrollment["usedColors"],
): Promise<NewSubscription[]> {
  const ids = [...new Set([...joining.values()].flatMap((users) => users.map(({ id }) => id)))];
  const used =
    known === undefined ? await colorsOf(tx.sql, tx.realmId, ids) : new Map(ids.map((id) => [id, known.get(id) ?? 0]));
  return [...joining].flatMap(([channel, users]) =>
    users.map(({ id }) => {
      const colors = used.get(id) ?? 0;
      const color = colorOf?.(channel) ?? pickColor(colors, channel.id);
      used.set(id, withColor(colors, color));
      return { userId: id, channelId: channel.id, color };
    }),
  );
}

export const subscribersIn = (tx: Tx, channelId: number): User[] =>
  [...(tx.model.subscribers.get(channelId)?.keys() ?? [])].flatMap((id) => userRecord(tx.model, id) ?? []);

/** The subscribers of a channel together with new ones. */
function idsWith(tx: Tx, channel: Channel, newcomers: readonly User[]): SubscriberIds {
  const before = tx.model.subscribers.get(channel.id) ?? NO_SUBSCRIBERS;
  const ids = newcomers.map(({ id }) => id).sort((a, b) => a - b);
  return { size: before.size + ids.length, keys: () => merged(before.keys(), ids) };
}

function byUser(settings: readonly Settings[]): Record<number, ChosenSettings[]> {
  const map: Record<number, ChosenSettings[]> = {};
  for (const { userId, ...personal } of settings) (map[userId] ??= []).push(personal);
  return map;
}
