import type { Tx } from "../../engine/writer/tx.ts";
import type { Audience } from "../../engine/log/entry.ts";
import type { Model } from "../../engine/model/model.ts";
import type { Whereabouts } from "../../engine/model/access/permissions.ts";
import type { Message } from "./post/message.ts";
import { keptMessages } from "./queries.ts";

type Held = Pick<Message, "isDirect"> & Whereabouts;

/** Those who have at least one of some messages of a conversation, for what happens to these, and whoever else is named. */
export function audienceOf(model: Model, messages: readonly Held[], also: readonly number[] = []): Audience {
  const { conversationId, isDirect } = messages[0] as Held;
  if (isDirect) return { to: "users", ids: model.conversations.get(conversationId)?.userIds ?? [] };
  return { to: "holders", channel: conversationId, messages: whereaboutsOf(messages), also };
}

/** As much of messages as tells later who has them. */
export const whereaboutsOf = (messages: readonly Whereabouts[]): Pick<Whereabouts, "id" | "moves">[] =>
  messages.map(({ id, moves }) => ({ id, ...(moves && { moves }) }));

/**
 * Who has made which of these messages part of their history without having received them. The model does not know, so
 * it is asked before anything happens to the messages; the answer tells for any of them.
 */
export async function keepersOf(
  tx: Tx,
  messages: readonly Held[],
): Promise<(some: readonly Pick<Held, "id">[]) => number[]> {
  const ids = messages.filter(({ isDirect }) => !isDirect).map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await keptMessages(tx.sql, tx.realmId, ids);
  const byMessage = Map.groupBy(rows, ({ messageId }) => messageId);
  return (some) => [...new Set(some.flatMap(({ id }) => (byMessage.get(id) ?? []).map(({ userId }) => userId)))];
}
