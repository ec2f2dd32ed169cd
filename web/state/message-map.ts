import type { Message } from "./registered.ts";

/**
 * Messages by ID, in chunks of neighbours: a change copies one chunk and the list of chunks, and not a hundred thousand
 * entries.
 */
export type MessageMap = ReadonlyMap<number, ReadonlyMap<number, Message>>;

const CHUNK_BITS = 8;

export const messageIn = (map: MessageMap, id: number): Message | undefined => map.get(id >> CHUNK_BITS)?.get(id);

/** The map after changes; a change to `undefined` removes. */
export function withMessages(map: MessageMap, changes: ReadonlyMap<number, Message | undefined>): MessageMap {
  if (changes.size === 0) return map;
  const chunks = new Map(map);
  const copied = new Map<number, Map<number, Message>>();
  for (const [id, message] of changes) {
    const index = id >> CHUNK_BITS;
    const chunk = copied.get(index) ?? new Map(chunks.get(index));
    copied.set(index, chunk);
    chunks.set(index, chunk);
    if (message === undefined) {
      chunk.delete(id);
      continue;
    }
    share(message);
    chunk.set(id, message);
  }
  return chunks;
}

/** Values that messages have in common: every message that comes brings copies of its own. */
const texts = new Map<string, string>();
const lists = new Map<string, readonly string[]>();
const MAX_COMMON = 5000;

/** Gives a message the values that others have already, instead of equal ones of its own: it takes two thirds of the memory. */
function share(message: Message): void {
  const fields = message as Record<string, unknown>;
  for (const field in fields) if (field !== "content") fields[field] = shared(fields[field]);
}

/** A text or a list of texts, such as flags, as it came first; others as they are. */
function shared(value: unknown): unknown {
  if (typeof value === "string") return first(texts, value, value);
  const isOfTexts = Array.isArray(value) && value.every((item) => typeof item === "string");
  return isOfTexts ? first(lists, JSON.stringify(value), value) : value;
}

function first<Value>(known: Map<string, Value>, key: string, value: Value): Value {
  if (known.size > MAX_COMMON) known.clear();
  if (!known.has(key)) known.set(key, value);
  return known.get(key) as Value;
}
