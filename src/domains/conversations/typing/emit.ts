import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Audience } from "#engine/log/entry.ts";
import type { ReadableMessage } from "../access.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { apiEmail } from "#domains/records/users/present.ts";
import { userSetting } from "#domains/records/users/record/settings.ts";
import type { FieldsOf } from "#engine/log/event-kinds.ts";
import { editingStarted, editingStopped, typingStarted, typingStopped } from "./events.ts";

export type Op = "start" | "stop";

/** There are no typing events in larger channels. */
const MAX_SUBSCRIBERS = 100;

const isTooLarge = (realm: RealmRuntime, channelId: number): boolean =>
  (realm.model.subscribers.get(channelId)?.size ?? 0) > MAX_SUBSCRIBERS;

/** Emits to the sender as well, for their other devices. */
export function emitTypingToPeople(realm: RealmRuntime, sender: User, others: readonly User[], op: Op): void {
  const users = [...new Map([sender, ...others].map((user) => [user.id, user])).values()].sort((a, b) => a.id - b.id);
  const shown = (user: User) => ({ user_id: user.id, email: apiEmail(realm.model, user) });
  realm.emitEphemeral(
    op === "start" ? typingStarted : typingStopped,
    { message_type: "direct", sender: shown(sender), recipients: users.map(shown) },
    { to: "users", ids: users.filter(({ isActive }) => isActive).map(({ id }) => id) },
  );
}

export function emitTypingToSubscribers(
  realm: RealmRuntime,
  sender: User,
  channel: Channel,
  topic: string,
  op: Op,
): void {
  if (isTooLarge(realm, channel.id)) return;
  realm.emitEphemeral(
    op === "start" ? typingStarted : typingStopped,
    {
      message_type: "stream",
      sender: { user_id: sender.id, email: apiEmail(realm.model, sender) },
      stream_id: channel.id,
      topic,
    },
    { to: "subscribers", channel: channel.id },
  );
}

export function emitEditing(realm: RealmRuntime, sender: User, message: ReadableMessage, op: Op): void {
  if (!message.isDirect && isTooLarge(realm, message.conversationId)) return;
  const { recipient, audience } = message.isDirect ? ofPeople(realm, message) : ofChannel(message);
  realm.emitEphemeral(
    op === "start" ? editingStarted : editingStopped,
    { sender_id: sender.id, message_id: message.id, recipient },
    audience,
  );
}

interface EditingTarget {
  readonly recipient: FieldsOf<typeof editingStarted>["recipient"];
  readonly audience: Audience;
}

const ofChannel = ({ conversationId, topic }: ReadableMessage): EditingTarget => ({
  recipient: { type: "channel", channel_id: conversationId, topic },
  audience: { to: "subscribers", channel: conversationId },
});

function ofPeople({ model }: RealmRuntime, { conversationId }: ReadableMessage): EditingTarget {
  const ids = (model.conversations.get(conversationId)?.userIds ?? []).filter((id) => {
    const user = userRecord(model, id);
    return user?.isActive === true && userSetting(user, "receives_typing_notifications");
  });
  return { recipient: { type: "direct", user_ids: ids }, audience: { to: "users", ids } };
}
