import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { User } from "#engine/model/records.ts";
import { type ReadableMessage, readableMessages } from "#domains/conversations/access.ts";
import { messagesById } from "#domains/conversations/queries.ts";
import { badNarrow, messageIdOf, type Term } from "./terms.ts";

const OF_CONVERSATIONS: ReadonlySet<string> = new Set(["channel", "topic", "dm"]);

/**
 * Replaces the terms for a conversation by the conversation in which the message of `with` is now, so that links survive
 * moves. A message that the reader may not see counts as missing.
 */
export async function resolveWith(realm: RealmRuntime, reader: User, terms: readonly Term[]): Promise<readonly Term[]> {
  const [named, second] = terms.filter(({ operator }) => operator === "with");
  if (named === undefined) return terms;
  if (second !== undefined) throw badNarrow("Duplicate 'with' operators.");
  const others = terms.filter((term) => term !== named);
  const message = await visible(realm, reader, messageIdOf(named));
  if (message !== undefined) {
    const rest = others.filter(({ operator }) => !OF_CONVERSATIONS.has(operator));
    return [...conversationTerms(realm, message), ...rest];
  }
  const asked = new Set(others.filter(({ negated }) => !negated).map(({ operator }) => operator));
  if (asked.has("dm") || (asked.has("channel") && asked.has("topic"))) return others;
  throw badNarrow("Invalid 'with' operator");
}

async function visible(realm: RealmRuntime, reader: User, id: number): Promise<ReadableMessage | undefined> {
  const { rows, position } = await messagesById(readPool(realm), realm.id, reader.id, [id]);
  await realm.reached(position);
  return readableMessages(realm.model, reader, rows)[0];
}

function conversationTerms(realm: RealmRuntime, message: ReadableMessage): Term[] {
  if (message.isDirect) {
    const operand = realm.model.conversations.get(message.conversationId)?.userIds ?? [];
    return [{ operator: "dm", operand, negated: false }];
  }
  return [
    { operator: "channel", operand: message.conversationId, negated: false },
    { operator: "topic", operand: message.topic, negated: false },
  ];
}
