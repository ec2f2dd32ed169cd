/**
 * The index is written in blocks of consecutive message IDs. The messages of a block that have a word are its members:
 * two characters for the place of each in the block, in any order.
 */
export const BLOCK = 512;

const WORDS = BLOCK / 32;
const BASE = 32;
/** The character for zero. All characters are ASCII, and none needs escaping in a list. */
const ZERO = 48;

export const blockOf = (id: number): number => Math.floor(id / BLOCK);
export const firstOf = (block: number): number => block * BLOCK;

export function memberOf(id: number): string {
  const place = id % BLOCK;
  return String.fromCharCode(ZERO + Math.floor(place / BASE), ZERO + (place % BASE));
}

export function membersOf(ids: Iterable<number>): string {
  let members = "";
  for (const id of ids) members += memberOf(id);
  return members;
}

/** The members without some of them. */
export function withoutMembers(members: string, gone: ReadonlySet<string>): string {
  let kept = "";
  for (let at = 0; at < members.length; at += 2) {
    const member = members.slice(at, at + 2);
    if (!gone.has(member)) kept += member;
  }
  return kept;
}

/** Consecutive blocks, which the index keeps together by word. */
export const SEGMENT = 64;

export const segmentOf = (block: number): number => Math.floor(block / SEGMENT);

/** A set of the messages of consecutive blocks. */
export interface MessageSet {
  readonly firstBlock: number;
  readonly bits: Uint32Array;
}

export const emptySet = (firstBlock: number, lastBlock: number): MessageSet => ({
  firstBlock,
  bits: new Uint32Array((lastBlock - firstBlock + 1) * WORDS),
});

const SPACE = 32;

/**
 * Adds the members of a segment's blocks: a character for the place of each block in the segment, and its members, with
 * spaces between the blocks, all of which the set must have.
 */
export function addMembers({ firstBlock, bits }: MessageSet, segment: number, members: string): void {
  const firstWord = (segment * SEGMENT - firstBlock) * WORDS;
  for (let at = 0; at < members.length; at += 1) {
    const blockWord = firstWord + (members.charCodeAt(at) - ZERO) * WORDS;
    for (at += 1; at < members.length && members.charCodeAt(at) !== SPACE; at += 2) {
      const word = blockWord + members.charCodeAt(at) - ZERO;
      bits[word] = (bits[word] as number) | (1 << (members.charCodeAt(at + 1) - ZERO));
    }
  }
}

/** Leaves in a set only what another one of the same blocks has, too. */
export function intersect({ bits }: MessageSet, other: MessageSet): void {
  for (let word = 0; word < bits.length; word += 1) bits[word] = (bits[word] as number) & (other.bits[word] as number);
}

/** The blocks that have messages in a set, ascending. */
export function blocksIn({ firstBlock, bits }: MessageSet): number[] {
  const blocks: number[] = [];
  for (let word = 0; word < bits.length; word += 1) {
    if (bits[word] === 0) continue;
    const block = Math.floor(word / WORDS);
    blocks.push(firstBlock + block);
    word = (block + 1) * WORDS - 1;
  }
  return blocks;
}

/** The message IDs of a set, ascending. */
export function idsIn({ firstBlock, bits }: MessageSet): number[] {
  const ids: number[] = [];
  const first = firstOf(firstBlock);
  for (let word = 0; word < bits.length; word += 1) {
    for (let left = bits[word] as number; left !== 0; left &= left - 1) {
      ids.push(first + word * BASE + (31 - Math.clz32(left & -left)));
    }
  }
  return ids;
}
