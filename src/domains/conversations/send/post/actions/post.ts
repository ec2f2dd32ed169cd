import { perAction } from "#engine/writer/action-state.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { Audience } from "#engine/log/entry.ts";
import { usersKey } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import { unixSeconds } from "#platform/clock.ts";
import { emitNewlyVisible } from "#domains/records/users/guest-visibility.ts";
import { anyUser } from "#domains/records/users/bots/system-bots.ts";
import { type PostTarget, type Recipient, refuseWithinChannels } from "#domains/records/messages/access.ts";
import { type InitialFlags, flagStore, readStore } from "#domains/records/messages/initial-flags.ts";
import {
  type LoggedMessage,
  type Message,
  messageStore,
  type NewMessage,
  TRAITS,
  messageSent,
} from "#domains/records/messages/message.ts";
import { type Submessage, submessageStore } from "#domains/records/messages/submessage.ts";
import { conversationStore } from "../queries.ts";
import { markChannelActive } from "./channel-activity.ts";
import { firstMessageOf, setFirstMessage } from "./first-message.ts";

/** A message to post, fully checked. */
export interface Post extends InitialFlags {
  readonly content: string;
  readonly renderedContent: string;
  readonly client: string;
  readonly senderRead: boolean;
  readonly traits: number;
  readonly echo?: LoggedMessage["echo"];
  /** The widget of the message, as JSON. */
  readonly widget?: string | undefined;
}

/** The conversations that this action has created: its model does not contain them yet. */
const begunBy = perAction("conversations begun", () => new Map<string, number>());

/**
 * Posts to a channel in which the sender may post, as the type says. After the first message of a channel this runs no
 * statement: it only adds to the group's rows.
 */
export async function postToChannel(
  tx: Tx,
  sender: User,
  channel: PostTarget,
  topic: string,
  post: Post,
): Promise<Message> {
  if (firstMessageOf(tx, channel) === null) await setFirstMessage(tx, channel, tx.lastMessageId() + 1);
  if (!channel.isRecentlyActive) await markChannelActive(tx, channel);
  const message = store(tx, sender, post, { conversationId: channel.id, isDirect: false, topic });
  const { also } = post;
  emit(tx, post, message, { to: "receivers", channel: channel.id, message: message.id, ...(also && { also }) });
  return message;
}

/** Posts to users, including the sender: the set of all of them is the conversation. */
export function postToPeople(tx: Tx, sender: User, users: readonly Recipient[], post: Post): Message {
  // Such a caller does not find the conversation that may be there.
  refuseWithinChannels(tx.model);
  const ids = [...new Set([sender, ...users].map(({ id }) => id))].sort((a, b) => a - b);
  const key = usersKey(ids);
  const known = tx.model.conversationsByUsers.get(key)?.id ?? begunBy(tx).get(key);
  const conversationId = known ?? openConversation(tx, ids);
  const message = store(tx, sender, post, { conversationId, isDirect: true, topic: "" });
  emit(tx, post, message, { to: "users", ids });
  return message;
}

function openConversation(tx: Tx, userIds: readonly number[]): number {
  const conversation = { id: tx.nextId(), userIds };
  tx.store(conversationStore, conversation);
  tx.change({ kind: "conversation_added", conversation });
  begunBy(tx).set(usersKey(userIds), conversation.id);
  const users = userIds.flatMap((id) => anyUser(tx.model, id) ?? []);
  emitNewlyVisible(tx, [{ users, moving: users }]);
  return conversation.id;
}

function store(
  tx: Tx,
  sender: User,
  post: Post,
  place: Pick<Message, "conversationId" | "isDirect" | "topic">,
): NewMessage {
  const message: NewMessage = {
    id: tx.nextMessageId(),
    ...place,
    senderId: sender.id,
    content: post.content,
    renderedContent: post.renderedContent,
    sentAt: unixSeconds(tx.now),
    client: post.client,
    senderRead: post.senderRead,
    traits: post.traits | (post.widget === undefined ? 0 : TRAITS.hasSubmessage),
  };
  tx.store(messageStore, message);
  for (const [userId, bits] of Object.entries(post.bits ?? {})) {
    tx.store(flagStore, { userId: Number(userId), messageId: message.id, bits });
  }
  for (const userId of post.readBy ?? []) {
    tx.store(readStore, {
      userId,
      conversationId: message.conversationId,
      ranges: `{[${message.id},${message.id + 1})}`,
    });
  }
  return message;
}

function emit(tx: Tx, post: Post, stored: NewMessage, audience: Audience): void {
  const { bits, readBy, echo, widget } = post;
  const event: LoggedMessage = {
    stored,
    ...(bits !== undefined && { bits }),
    ...(readBy !== undefined && { readBy }),
    ...(echo !== undefined && { echo }),
    ...(widget !== undefined && { widget: storedWidget(tx, stored, widget) }),
  };
  tx.emit(messageSent, event, audience);
}

function storedWidget(tx: Tx, { id, senderId }: Message, content: string): Submessage {
  const widget = { id: tx.nextId(), messageId: id, senderId, msgType: "widget", content };
  tx.store(submessageStore, widget);
  return widget;
}
