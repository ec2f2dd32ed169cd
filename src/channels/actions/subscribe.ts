import { badRequest } from "../../api/errors.ts";
import type { Tx } from "../../db/tx.ts";
import { isAdministrator } from "../../model/membership.ts";
import { mayInChannel, mayInRealm } from "../../model/permissions.ts";
import type { Channel, User } from "../../model/records.ts";
import { readableChannel } from "../access.ts";
import { checkedPlan, checkMayCreate, type CreationParams } from "../creation.ts";
import { checkedChannelName } from "../name.ts";
import { presentChannel } from "../present.ts";
import { createChannel } from "./create-channel.ts";
import { enroll } from "./enroll.ts";

export interface SubscribeInput {
  readonly wanted: readonly { name: string; description?: string | undefined; color?: string | undefined }[];
  readonly principals: readonly User[];
  /** Whether the request names anybody at all besides the caller. */
  readonly forOthers: boolean;
  readonly failOnUnauthorized: boolean;
  readonly creation: CreationParams;
}

export interface SubscribeResult {
  /** User to the names of the channels that they were subscribed to, and of those that they were in already. */
  readonly subscribed: Record<string, string[]>;
  readonly alreadySubscribed: Record<string, string[]>;
  readonly unauthorized: string[];
}

/** Subscribes users to channels, creating those that do not exist. All or nothing. */
export async function subscribe(tx: Tx, actor: User, input: SubscribeInput): Promise<SubscribeResult> {
  const { model } = tx;
  const plan = checkedPlan(model, actor, input.creation);
  const wanted = new Map(input.wanted.map((item) => [checkedChannelName(item.name).toLowerCase(), item]));
  const existing = [...wanted.keys()].flatMap((name) => model.channelsByName.get(name) ?? []);
  const missing = [...wanted].filter(([name]) => !model.channelsByName.has(name)).map(([, item]) => item);

  const open: Channel[] = existing.filter((channel) => readableChannel(model, actor, channel) !== undefined);
  const unauthorized = existing.filter((channel) => !open.includes(channel)).map(({ name }) => name);
  const [first] = unauthorized;
  if (first !== undefined && input.failOnUnauthorized) throw badRequest(`Unable to access channel (${first}).`);
  if (input.forOthers) for (const channel of open) checkMayAddOthers(tx, actor, channel);
  if (missing.length > 0) checkMayCreate(model, actor, input.creation);

  const created: Channel[] = [];
  for (const item of missing) {
    const name = checkedChannelName(item.name);
    const channel = await createChannel(tx, actor.id, { name, description: item.description ?? "" }, plan);
    tx.emit(
      { type: "stream", op: "create", streams: [presentChannel(model, channel)] },
      { to: "knowers", channel: channel.id },
    );
    created.push(channel);
  }
  if (plan.isDefault && created.length > 0) emitDefaults(tx, created);
  const colors = new Map(input.wanted.map(({ name, color }) => [name.trim().toLowerCase(), color]));
  const result = await enroll(tx, {
    channels: [...open, ...created],
    users: input.principals,
    colorOf: (channel) => colors.get(channel.name.toLowerCase()),
  });
  return { ...result, unauthorized };
}

function emitDefaults(tx: Tx, created: readonly Channel[]): void {
  const before = [...tx.model.channels.values()].filter(({ isDefault }) => isDefault);
  const ids = [...before, ...created].map(({ id }) => id);
  tx.emit({ type: "default_streams", default_streams: ids }, { to: "members" });
}

function checkMayAddOthers(tx: Tx, actor: User, channel: Channel): void {
  const allowed =
    isAdministrator(actor) ||
    mayInRealm(tx.model, actor, "can_add_subscribers_group") ||
    mayInChannel(tx.model, actor, channel, "can_administer_channel_group") ||
    mayInChannel(tx.model, actor, channel, "can_add_subscribers_group");
  if (!allowed) throw badRequest("Insufficient permission");
}
