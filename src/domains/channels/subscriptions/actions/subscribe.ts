import { ApiError, badRequest } from "../../../../platform/errors.ts";
import type { Tx } from "../../../../engine/writer/tx.ts";
import { channelRecordNamed } from "../../../../engine/model/lookup/record-lookup.ts";
import { preview } from "../../../../engine/model/preview.ts";
import type { Channel, User } from "../../../../engine/model/records.ts";
import { LIMITS } from "../../../organization/server/limits.ts";
import { type ActiveUser, activeUser } from "../../../people/users/access.ts";
import { enterableChannels, readableChannel } from "../../access.ts";
import type { CreationParams } from "../../settings/channel-params.ts";
import { checkedPlan, checkedSettings, checkMayCreate } from "../../settings/creation.ts";
import { checkedChannelName } from "../../settings/name.ts";
import { announce, noticeOfCreation, noticeOfSubscription } from "../../settings/notices.ts";
import { createChannels, type WantedChannel } from "../../actions/create-channel.ts";
import { type Arrival, checkCrowd, enroll } from "./enroll.ts";
import { caseless } from "../../../../platform/characters.ts";

export interface SubscribeInput {
  readonly wanted: readonly (WantedChannel & { readonly color?: string | undefined })[];
  readonly principals: readonly ActiveUser[];
  /** Whether the request names users besides the caller. */
  readonly forOthers: boolean;
  readonly failOnUnauthorized: boolean;
  readonly creation: CreationParams;
  readonly serverAllowsWebPublic: boolean;
}

export interface SubscribeResult {
  /** By user ID, the names of new channels, and of those to which the user was subscribed already. */
  readonly subscribed: Record<string, string[]>;
  readonly alreadySubscribed: Record<string, string[]>;
  readonly unauthorized: string[];
  readonly arrivals: readonly Arrival[];
  /** Whether users get notices; undefined if none were asked for. */
  readonly messagesSent: boolean | undefined;
}

/** Subscribes users to channels, and creates those that do not exist: all of it, or nothing. */
export async function subscribe(tx: Tx, actor: User, input: SubscribeInput): Promise<SubscribeResult> {
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

  checkCrowd(open.length + missing.length, input.principals.length);
  const created = await createChannels(tx, actor, missing, plan);
  const result = await enroll(tx, {
    channels: [...enterable, ...created],
    users: input.principals,
    colorOf: (channel) => wanted.get(caseless(channel.name))?.color,
  });
  const messagesSent = maySendNotices(result.subscribed);
  if (input.creation.send_new_subscription_messages && messagesSent) {
    for (const user of input.principals) noticeToSubscriber(tx, actor, user, open, result.subscribed[user.id] ?? []);
    await noticesOfCreation(tx, actor, created, input.principals, input.creation.announce);
  }
  return {
    ...result,
    unauthorized,
    messagesSent: input.creation.send_new_subscription_messages ? messagesSent : undefined,
  };
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
  /** User IDs. */
  readonly subscribers: readonly number[];
  readonly creation: CreationParams;
  readonly serverAllowsWebPublic: boolean;
}

/** Creates a channel, which must not exist, with its first subscribers. Returns its ID. */
export async function createWithSubscribers(tx: Tx, actor: User, input: CreateInput): Promise<number> {
  const { model } = tx;
  checkNameIsFree(tx, checkedChannelName(input.wanted.name));
  const plan = checkedPlan(model, actor, input.creation);
  checkMayCreate(model, actor, plan, input.serverAllowsWebPublic);
  const settings = checkedSettings(model, actor, input.creation);
  const users = [...new Set(input.subscribers)].map((id) => activeUser(model, actor, id));
  const created = await createChannels(tx, actor, [input.wanted], { ...plan, settings });
  const { subscribed } = await enroll(tx, { channels: created, users });
  const { announce: isAnnounced, send_new_subscription_messages: sendsNotices } = input.creation;
  if (sendsNotices && maySendNotices(subscribed)) await noticesOfCreation(tx, actor, created, users, isAnnounced);
  return created[0]?.id ?? -1;
}

/** Names of archived channels stay taken; `self` may change the case of its own name. */
export function checkNameIsFree(tx: Tx, name: string, self?: number): void {
  const holder = channelRecordNamed(tx.model, name);
  if (holder === undefined || holder.id === self) return;
  throw new ApiError("CHANNEL_ALREADY_EXISTS", `Channel '${name}' already exists`, { channel_name: name });
}
