import type { Part } from "../../http/compression/gzip.ts";
import { createSharedBody, type SharedBody } from "../../http/compression/shared-body.ts";

/**
 * Long lists that most callers get alike, such as the users of a large organization. Their JSON text is kept in blocks
 * of items, and a block whose items are the same objects as before is neither serialized nor compressed again.
 */
const stable = new WeakSet<readonly object[]>();

const BLOCK = 256;
/** A block differs for the caller who is in it, and sees more of themselves than others do. */
const MOST_VARIANTS = 3;

/** Says of a list that its items are never changed in place: what changes is presented as another object. */
export function stableList<Item extends object>(items: Item[]): Item[] {
  if (items.length >= BLOCK) stable.add(items);
  return items;
}

export const isStableList = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && stable.has(value as readonly object[]);

interface Block {
  readonly items: readonly object[];
  readonly body: SharedBody;
}

/** The blocks that begin with an item, the one that was used last first. */
const known = new WeakMap<object, Block[]>();

/** The JSON text of the list. */
export function partsOfList(items: readonly object[]): Part[] {
  const parts: Part[] = [];
  for (let start = 0; start < items.length; start += BLOCK) {
    parts.push(Buffer.from(start === 0 ? "[" : ","), { body: blockOf(items, start).body, from: 0 });
  }
  return [...parts, CLOSING];
}

const CLOSING = Buffer.from("]");

function blockOf(list: readonly object[], start: number): Block {
  const first = list[start] as object;
  let variants = known.get(first);
  if (variants === undefined) known.set(first, (variants = []));
  const at = variants.findIndex(({ items }) => isAt(list, start, items));
  const block = at < 0 ? createBlock(list.slice(start, start + BLOCK)) : (variants[at] as Block);
  if (at !== 0) {
    if (at > 0) variants.splice(at, 1);
    variants.unshift(block);
    variants.length = Math.min(variants.length, MOST_VARIANTS);
  }
  return block;
}

function isAt(list: readonly object[], start: number, items: readonly object[]): boolean {
  if (items.length !== Math.min(BLOCK, list.length - start)) return false;
  for (let index = 0; index < items.length; index += 1) if (items[index] !== list[start + index]) return false;
  return true;
}

function createBlock(items: readonly object[]): Block {
  const text = JSON.stringify(items).slice(1, -1);
  return { items, body: createSharedBody([Buffer.from(text)]) };
}
