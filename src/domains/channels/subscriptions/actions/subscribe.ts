import { ApiError, badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { channelRecordNamed } from "#engine/model/lookup/record-lookup.ts";
import { preview } from "#engine/model/preview.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";
import type { ActiveUser } from "#domains/records/users/access.ts";
import { enterableChannels, readableChannel, stillEnterable } from "#domains/records/channels/access.ts";
import type { CreationParams } from "#domains/channels/settings/channel-params.ts";
import { checkMayCreate } from "#domains/channels/settings/access.ts";
import { checkedPlan, checkedSettings } from "#domains/channels/settings/creation.ts";
import { checkedChannelName } from "#domains/records/channels/name.ts";
import { announce, noticeOfCreation, noticeOfSubscription } from "#domains/channels/settings/notices.ts";
import { createChannels, type WantedChannel } from "#domains/channels/actions/create-channel.ts";
import { checkCrowd, checkMeetings, enroll, type Enrolled, type Enrollment } from "./enroll.ts";
import { caseless } from "#platform/characters.ts";

/** Creating a channel takes some milliseconds in which nobody else in the organization can write: 1,000 took 3.4 s. */
const MAX_CREATED = 100;

export interface SubscribeInput {
  readonly wanted: readonly (WantedChannel & { readonly color?: string | undefined })[];
  readonly principals: readonly ActiveUser[];
  /** Where the principals are only the first of them: all. */
  readonly crowd?: readonly ActiveUser[];
  readonly usedColors?: Enrollment["usedColors"];
  /** Whether the request names users besides the caller. */
  readonly forOthers: boolean;
  readonly failOnUnauthorized: boolean;
  readonly creation: CreationParams;
  readonly serverAllowsWebPublic: boolean;
}

export interface SubscribeResult extends Enrolled {
  readonly unauthorized: string[];
  /** Whether users get notices; undefined if none were asked for. */
  readonly messagesSent: boolean | undefined;
}

/** What has been decided about a request when its first users are subscribed. */
export interface Begun extends Enrolled {
  /** The channels that were there before. */
  readonly open: readonly Channel[];
  readonly created: readonly Channel[];
  readonly unauthorized: string[];
  readonly colorOf: (channel: Channel) => string | undefined;
}

/** What a request that subscribes people may be recorded as. */
export type Enrolling = "channel.created" | "channel.subscribers_changed";

/** Subscribes users to channels, and creates those that do not exist: all of it, or nothing. */
export async function subscribe(tx: Tx<Enrolling>, actor: User, input: SubscribeInput): Promise<SubscribeResult> {
  const begun = await beginToSubscribe(tx, actor, input);
  const messagesSent = await sendNotices(tx, actor, begun, input.principals, begun.subscribed, input.creation);
  return { ...begun, messagesSent };
}

/** The same without notices, which come when all users are subscribed. */
export async function beginToSubscribe(tx: Tx<Enrolling>, actor: User, input: SubscribeInput): Promise<Begun> {
  const { model } = tx;
  const settings = checkedSettings(model, actor, input.creation);
  const plan = { ...checkedPlan(model, actor, input.creation), settings };
  const wanted = new Map(input.wanted.map((item) => [caseless(checkedChannelName(item.name)), item]));
  const existing = [...wanted.keys()].flatMap((name) => channelRecordNamed(model, name) ?? []);
  const missing = [...wanted].filter(([name]) => !model.channelsByName.has(name)).map(([, item]) => item);

  const open = existing.flatMap((channel) => readableChannel(model, actor, channel) ?? []);
  const closed = existing.filter((channel) => !open.some(({ id }) => id === channel.id));
  // The names are spelled as in the request: the caller may not learn how the channel spells its own.
  const unauthorized = closed.map(({ name }) => wanted.get(caseless(name))?.name.trim() ?? "");
  const [first] = unauthorized;
  if (first !== undefined && input.failOnUnauthorized) throw badRequest(`Unable to access channel (${first}).`);
  const enterable = enterableChannels(model, actor, open, input.forOthers);
  if (missing.length > 0) checkMayCreate(model, actor, plan, input.serverAllowsWebPublic);
  if (missing.length > MAX_CREATED) throw badRequest(`One request creates at most ${MAX_CREATED} channels.`);

  const crowd = input.crowd ?? input.principals;
  checkCrowd(open.length + missing.length, crowd.length);
  if (crowd.length > input.principals.length) checkMeetings(tx, open, missing, crowd);
  const created = await createChannels(tx, actor, missing, plan);
  const colorOf = (channel: Channel) => wanted.get(caseless(channel.name))?.color;
  const { usedColors } = input;
  const channels = [...enterable, ...created];
  const enrolled = await enroll(tx, { channels, users: input.principals, colorOf, usedColors });
  record(tx, created, enrolled);
  return { ...enrolled, open, created, unauthorized, colorOf };
}

/** Subscribes further users, in a later commit than the first ones. */
export async function subscribeMore(
  tx: Tx<Enrolling>,
  actor: User,
  begun: Begun,
  users: readonly ActiveUser[],
  usedColors: Enrollment["usedColors"],
): Promise<Enrolled> {
  const channels = stillEnterable(tx.model, actor, begun);
  const enrolled = await enroll(tx, { channels, users, colorOf: begun.colorOf, usedColors });
  record(tx, [], enrolled);
  return enrolled;
}

function record(tx: Tx<Enrolling>, created: readonly Channel[], { arrivals }: Enrolled): void {
  for (const { id, name, inviteOnly } of created) tx.audit("channel.created", id, { name, private: inviteOnly });
  for (const { channelId, userIds } of arrivals) tx.audit("channel.subscribers_changed", channelId, { added: userIds });
}

/** Returns whether the users get notices; undefined if none were asked for. */
export async function sendNotices(
  tx: Tx,
  actor: User,
  { open, created }: Pick<Begun, "open" | "created">,
  users: readonly User[],
  subscribed: SubscribeResult["subscribed"],
  { send_new_subscription_messages: areWanted, announce: isAnnounced }: CreationParams,
): Promise<boolean | undefined> {
  if (!areWanted) return undefined;
  if (!maySendNotices(subscribed)) return false;
  for (const user of users) noticeToSubscriber(tx, actor, user, open, subscribed[user.id] ?? []);
  await noticesOfCreation(tx, actor, created, users, isAnnounced);
  return true;
}

/** More notices at once would be a nuisance. */
const maySendNotices = (subscribed: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(subscribed).length <= LIMITS.max_bulk_new_subscription_messages;

function noticeToSubscriber(
  tx: Tx,
  actor: User,
  user: User,
  channels: readonly Channel[],
  names: readonly string[],
): void {
  if (user.id === actor.id || user.botType !== null) return;
  noticeOfSubscription(
    tx,
    actor,
    user,
    channels.filter(({ name }) => names.includes(name)),
  );
}

async function noticesOfCreation(
  tx: Tx,
  actor: User,
  created: readonly Channel[],
  subscribers: readonly User[],
  isAnnounced: boolean,
): Promise<void> {
  if (subscribers.length === 0) return;
  const isIn = subscribers.some(({ id }) => id === actor.id);
  for (const channel of created) await noticeOfCreation(tx, actor, channel, isIn);
  if (!isAnnounced) return;
  const after = preview(
    tx.model,
    created.map((channel) => ({ kind: "channel_added", channel }) as const),
  );
  await announce(tx, actor, after, created);
}

export interface CreateInput {
  readonly wanted: WantedChannel;
  readonly subscribers: readonly ActiveUser[];
  /** Where the subscribers are only the first of them: all. */
  readonly crowd?: readonly ActiveUser[];
  readonly usedColors?: Enrollment["usedColors"];
  readonly creation: CreationParams;
  readonly serverAllowsWebPublic: boolean;
}

/** What a channel is to be, if the name is free and the user may create such a channel. Subscribers are checked after it. */
export function checkedCreation(
  model: Tx["model"],
  actor: User,
  { wanted, creation, serverAllowsWebPublic }: Pick<CreateInput, "wanted" | "creation" | "serverAllowsWebPublic">,
) {
  checkNameIsFree({ model }, checkedChannelName(wanted.name));
  const plan = checkedPlan(model, actor, creation);
  checkMayCreate(model, actor, plan, serverAllowsWebPublic);
  return { ...plan, settings: checkedSettings(model, actor, creation) };
}

/** Creates a channel, which must not exist, with its first subscribers, who get no notices yet. */
export async function beginToCreate(tx: Tx<Enrolling>, actor: User, input: CreateInput): Promise<Begun> {
  const checked = checkedCreation(tx.model, actor, input);
  const { crowd = input.subscribers, usedColors } = input;
  if (crowd.length > input.subscribers.length) checkMeetings(tx, [], [input.wanted], crowd);
  const created = await createChannels(tx, actor, [input.wanted], checked);
  const enrolled = await enroll(tx, { channels: created, users: input.subscribers, usedColors });
  record(tx, created, enrolled);
  return { ...enrolled, open: [], created, unauthorized: [], colorOf: () => undefined };
}

/** Names of archived channels stay taken; `self` may change the case of its own name. */
export function checkNameIsFree({ model }: Pick<Tx, "model">, name: string, self?: number): void {
  const holder = channelRecordNamed(model, name);
  if (holder === undefined || holder.id === self) return;
  throw new ApiError("CHANNEL_ALREADY_EXISTS", `Channel '${name}' already exists`, { channel_name: name });
}
