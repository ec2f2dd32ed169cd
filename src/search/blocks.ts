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

/** The members without some of them. */
export function withoutMembers(members: string, gone: ReadonlySet<string>): string {
  let kept = "";
  for (let at = 0; at < members.length; at += 2) {
    const member = members.slice(at, at + 2);
    if (!gone.has(member)) kept += member;
  }
  return kept;
}

/** A set of the messages of a block. */
export type BlockSet = Uint32Array;

export const emptyBlockSet = (): BlockSet => new Uint32Array(WORDS);

export function addMembers(set: BlockSet, members: string): void {
  for (let at = 0; at < members.length; at += 2) {
    const word = members.charCodeAt(at) - ZERO;
    set[word] = (set[word] as number) | (1 << (members.charCodeAt(at + 1) - ZERO));
  }
}

/** The messages that are in both sets; undefined if there are none. */
export function inBoth(a: BlockSet, b: BlockSet): BlockSet | undefined {
  let any = 0;
  const both = new Uint32Array(WORDS);
  for (let word = 0; word < WORDS; word += 1) any |= both[word] = (a[word] as number) & (b[word] as number);
  return any === 0 ? undefined : both;
}

/** The message IDs of a set, ascending. */
export function idsIn(block: number, set: BlockSet): number[] {
  const ids: number[] = [];
  const first = firstOf(block);
  for (let word = 0; word < WORDS; word += 1) {
    for (let bits = set[word] as number; bits !== 0; bits &= bits - 1) {
      ids.push(first + word * BASE + (31 - Math.clz32(bits & -bits)));
    }
  }
  return ids;
}
