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
    if (message === undefined) chunk.delete(id);
    else chunk.set(id, message);
  }
  return chunks;
}
