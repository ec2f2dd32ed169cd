import { ApiError, badRequest } from "../../api/errors.ts";
import { type KnowableChannel, knownChannel, postableChannel } from "../../channels/access.ts";
import { storeFirstMessage } from "../../channels/queries.ts";
import type { Tx } from "../../db/tx.ts";
import { escapeHtml } from "../../markup/render.ts";
import { type Model, usersKey } from "../../model/model.ts";
import type { Channel, User } from "../../model/records.ts";
import { unixSeconds } from "../../platform/clock.ts";
import { introduce } from "../../users/acquaintance.ts";
import type { LoggedMessage } from "../events.ts";
import { type Message, messageStore } from "../message.ts";
import { insertConversation } from "../queries.ts";
import { namedChannel, namedUsers, type To } from "../recipients.ts";
import { checkTopicPolicy } from "../topic.ts";
import { checkDirectPermission } from "./direct-permission.ts";

export interface Draft {
  readonly to: To;
  readonly content: string;
  readonly renderedContent: string;
  readonly client: string;
  readonly senderRead: boolean;
  readonly echo?: { readonly queueId: string; readonly localId: string };
}

/** Sends to a channel. After the first message of a channel this runs no statement: it only adds to the group's rows. */
export async function sendToChannel(tx: Tx, sender: User, draft: Draft & { topic: string }): Promise<number> {
  const channel = targetChannel(tx, sender, namedChannel(draft.to));
  checkTopicPolicy(tx.model, channel, draft.topic);
  if (channel.firstMessageId === null) await noteFirstMessage(tx, channel);
  const message = post(tx, sender, draft, { conversationId: channel.id, isDirect: false, topic: draft.topic });
  emit(tx, draft, message, { to: "receivers", channel: channel.id, message: message.id });
  return message.id;
}

/** Sends to people. The set of all who take part, the sender included, is the conversation. */
export async function sendToPeople(tx: Tx, sender: User, draft: Draft): Promise<number> {
  const users = new Map([sender, ...namedUsers(tx.model, sender, draft.to)].map((user) => [user.id, user]));
  const ids = [...users.keys()].sort((a, b) => a - b);
  const known = tx.model.conversationsByUsers.get(usersKey(ids));
  checkDirectPermission(tx.model, sender, [...users.values()], known !== undefined);
  const conversationId = known?.id ?? (await openConversation(tx, ids));
  if (known === undefined) introduce(tx, [...users.values()]);
  const message = post(tx, sender, draft, { conversationId, isDirect: true, topic: "" });
  emit(tx, draft, message, { to: "users", ids });
  return message.id;
}

/** A channel that the sender may not know of does not exist for them. */
function targetChannel(tx: Tx, sender: User, named: number | string): Channel {
  const { model } = tx;
  const found = typeof named === "number" ? model.channels.get(named) : model.channelsByName.get(named.toLowerCase());
  const channel = found === undefined ? undefined : knownToSender(model, sender, found);
  if (channel === undefined) {
    throw typeof named === "number"
      ? new ApiError("STREAM_DOES_NOT_EXIST", `Channel with ID '${named}' does not exist`, { stream_id: named })
      : new ApiError("STREAM_DOES_NOT_EXIST", `Channel '${escapeHtml(named)}' does not exist`, {
          stream: escapeHtml(named),
        });
  }
  const postable = postableChannel(model, sender, channel);
  if (postable === undefined) throw badRequest(`Not authorized to send to channel '${channel.name}'`);
  return postable;
}

/** A bot may post where its owner may, and so knows what its owner knows. */
function knownToSender(model: Model, sender: User, channel: Channel): KnowableChannel | undefined {
  const owner = sender.botOwnerId === null ? undefined : model.users.get(sender.botOwnerId);
  return knownChannel(model, sender, channel) ?? (owner && knownChannel(model, owner, channel));
}

async function noteFirstMessage(tx: Tx, channel: Channel): Promise<void> {
  const messageId = tx.lastMessageId + 1;
  await storeFirstMessage(tx.sql, tx.realmId, channel.id, messageId);
  tx.change({ kind: "channel_changed", id: channel.id, set: { firstMessageId: messageId } });
  tx.emit(
    {
      type: "stream",
      op: "update",
      stream_id: channel.id,
      name: channel.name,
      property: "first_message_id",
      value: messageId,
    },
    { to: "knowers", channel: channel.id },
  );
}

async function openConversation(tx: Tx, userIds: readonly number[]): Promise<number> {
  const conversation = { id: tx.nextId(), userIds };
  await insertConversation(tx.sql, tx.realmId, conversation);
  tx.change({ kind: "conversation_added", conversation });
  return conversation.id;
}

function post(
  tx: Tx,
  sender: User,
  draft: Draft,
  place: Pick<Message, "conversationId" | "isDirect" | "topic">,
): Message {
  const message: Message = {
    id: tx.nextMessageId(),
    ...place,
    senderId: sender.id,
    content: draft.content,
    renderedContent: draft.renderedContent,
    sentAt: unixSeconds(tx.now),
    client: draft.client,
    senderRead: draft.senderRead,
  };
  tx.store(messageStore, message);
  return message;
}

function emit(tx: Tx, draft: Draft, stored: Message, audience: Parameters<Tx["emit"]>[1]): void {
  const event: LoggedMessage = { type: "message", stored, ...(draft.echo !== undefined && { echo: draft.echo }) };
  tx.emit(event, audience);
}
