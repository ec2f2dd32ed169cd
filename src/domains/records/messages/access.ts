import { badRequest } from "#platform/errors.ts";
import { isWithinChannels } from "#engine/model/access/within-channels.ts";
import type { Model } from "#engine/model/model.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { anyUser } from "../users/bots/system-bots.ts";

/** Keys that are for some channels have no direct messages. */
export function refuseWithinChannels(model: Model): void {
  if (isWithinChannels(model)) throw badRequest("This API key is for some channels, and not for direct messages.");
}

declare const postable: unique symbol;
/** A channel in which the sender may post: records/channels/access.ts decides it for people and bots. */
export type PostTarget = Channel & { readonly [postable]: true };

declare const addressed: unique symbol;
/** A user to whom the sender may write: conversations/send/access.ts decides it for people and bots. */
export type Recipient = User & { readonly [addressed]: true };

/** The notification bot may write to everybody. */
export const noticeRecipient = (user: User): Recipient => user as Recipient;

/** A bot may write to its owner, whatever the organization allows in direct messages. */
export function ownerOfBot(model: Model, bot: User): Recipient | undefined {
  const owner = bot.botOwnerId === null ? undefined : model.users.get(bot.botOwnerId);
  return owner?.isActive === true ? (owner as Recipient) : undefined;
}

/** The participants of a direct conversation, to whom every one of them may answer. */
export function participants(model: Model, sender: User, conversationId: number): Recipient[] {
  const ids = model.conversations.get(conversationId)?.userIds ?? [];
  if (!ids.includes(sender.id)) throw new Error(`user ${sender.id} is not in conversation ${conversationId}`);
  return ids.flatMap((id) => anyUser(model, id) ?? []) as Recipient[];
}

/** The users among whom somebody has used a command of a bot: that user could write to them, and the bot may answer. */
export const commandUsers = (model: Model, ids: readonly number[]): Recipient[] =>
  ids.flatMap((id) => anyUser(model, id) ?? []) as Recipient[];

/** The notification bot may post in every channel. */
export const noticeTarget = (channel: Channel): PostTarget => channel as PostTarget;
