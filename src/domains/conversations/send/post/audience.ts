import type { Tx } from "#engine/writer/tx.ts";
import type { Audience } from "#engine/log/entry.ts";
import type { Model } from "#engine/model/model.ts";
import type { Whereabouts } from "#engine/model/access/permissions.ts";
import type { Message } from "#domains/records/messages/message.ts";
import { keptMessages } from "../../queries.ts";

type LocatedMessage = Pick<Message, "isDirect"> & Whereabouts;

/** The users who have at least one of some messages of a conversation, and the users of `also`. */
export function audienceOf(model: Model, messages: readonly LocatedMessage[], also: readonly number[] = []): Audience {
  const { conversationId, isDirect } = messages[0] as LocatedMessage;
  if (isDirect) return { to: "users", ids: model.conversations.get(conversationId)?.userIds ?? [] };
  return { to: "holders", channel: conversationId, messages: whereaboutsOf(messages), also };
}

/** The fields of messages from which delivery decides who has them. */
export const whereaboutsOf = (messages: readonly Whereabouts[]): Pick<Whereabouts, "id" | "moves">[] =>
  messages.map(({ id, moves }) => ({ id, ...(moves && { moves }) }));

/**
 * Finds the users who added which of these messages to their history without having received them. The model does not
 * contain this, so it is read before the messages change; the result is a function for any subset of them.
 */
export async function keepersOf(
  tx: Tx,
  messages: readonly LocatedMessage[],
): Promise<(some: readonly Pick<LocatedMessage, "id">[]) => number[]> {
  const ids = messages.filter(({ isDirect }) => !isDirect).map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await keptMessages(tx.sql, tx.realmId, ids);
  const byMessage = Map.groupBy(rows, ({ messageId }) => messageId);
  return (some) => [...new Set(some.flatMap(({ id }) => (byMessage.get(id) ?? []).map(({ userId }) => userId)))];
}
