import { setImmediate as nextTurn } from "node:timers/promises";
import type { Part } from "#http/compression/gzip.ts";
import { createSharedBody, type SharedBody } from "#http/compression/shared-body.ts";

/**
 * Long lists that most callers get alike, such as the users of a large organization. Their JSON text is kept in blocks
 * of items, and a block whose items are the same objects as before is neither serialized nor compressed again.
 */
const stable = new WeakMap<readonly object[], number>();

const BLOCK = 256;
/** A block differs for the caller who is in it, and sees more of themselves than others do. */
const MAX_VARIANTS = 3;

/**
 * Says of a list that its items are never changed in place: what changes is presented as another object. Lists that lack
 * other items for every caller need smaller blocks: `blockSize` is how many items a block has on average.
 */
export function stableList<Item extends object>(list: Item[], blockSize: number = BLOCK): Item[] {
  if (list.length >= blockSize) stable.set(list, blockSize);
  return list;
}

export const isStableList = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && stable.has(value as readonly object[]);

interface Block {
  readonly items: readonly object[];
  readonly body: SharedBody;
}

/** The blocks that begin with an item, the one that was used last first. */
const known = new WeakMap<object, Block[]>();

/** How many items are serialized before others are served: some milliseconds. */
const AT_ONCE = 2000;

/** The JSON text of the list. */
export async function partsOfList(items: readonly object[]): Promise<Part[]> {
  const parts: Part[] = [];
  const average = stable.get(items) ?? BLOCK;
  let serialized = 0;
  for (let start = 0, end = 0; start < items.length; start = end) {
    end = endOfBlock(items, start, average);
    const { block, isNew } = blockOf(items, start, end);
    parts.push(Buffer.from(start === 0 ? "[" : ","), { body: block.body, from: 0 });
    if (!isNew) continue;
    serialized += end - start;
    if (serialized < AT_ONCE) continue;
    serialized = 0;
    await nextTurn();
  }
  return [...parts, CLOSING];
}

const numbers = new WeakMap<object, number>();
let numbered = 0;

/**
 * Whether a block ends with an item depends on the item alone, not on its place: where a list lacks an item, or has one
 * more, all blocks but one are those of the other lists.
 */
function isLast(item: object, average: number): boolean {
  let number = numbers.get(item);
  if (number === undefined) numbers.set(item, (number = numbered += 1));
  return number % average === 0;
}

const MAX_TIMES_AVERAGE = 4;

function endOfBlock(list: readonly object[], start: number, average: number): number {
  const most = Math.min(list.length, start + average * MAX_TIMES_AVERAGE);
  let end = start + 1;
  while (end < most && !isLast(list[end - 1] as object, average)) end += 1;
  return end;
}

const CLOSING = Buffer.from("]");

function blockOf(list: readonly object[], start: number, end: number): { block: Block; isNew: boolean } {
  const first = list[start] as object;
  let variants = known.get(first);
  if (variants === undefined) known.set(first, (variants = []));
  const at = variants.findIndex(({ items }) => items.length === end - start && isAt(list, start, items));
  const block = at < 0 ? createBlock(list.slice(start, end)) : (variants[at] as Block);
  if (at !== 0) {
    if (at > 0) variants.splice(at, 1);
    variants.unshift(block);
    variants.length = Math.min(variants.length, MAX_VARIANTS);
  }
  return { block, isNew: at < 0 };
}

function isAt(list: readonly object[], start: number, items: readonly object[]): boolean {
  for (let index = 0; index < items.length; index += 1) if (items[index] !== list[start + index]) return false;
  return true;
}

function createBlock(items: readonly object[]): Block {
  const text = JSON.stringify(items).slice(1, -1);
  return { items, body: createSharedBody([Buffer.from(text)]) };
}
