import type { Reader } from "../engine/db/database.ts";
import { addMembers, blockOf, type BlockSet, emptyBlockSet, firstOf, idsIn, inBoth } from "./blocks.ts";
import type { Condition, SearchPlan } from "./plan.ts";
import { type BlockPosting, type IndexState, postingsIn, textsBetween, textsOf } from "./queries.ts";
import { scanTexts } from "./scan.ts";

/** A range of message IDs: from the first to before the last. */
export interface IdRange {
  readonly from: number;
  readonly past: number;
}

/** The IDs that fulfil the conditions of each plan, ascending, in a part of the messages: see `rangesFrom`. */
export async function matchingIn(
  sql: Reader,
  realmId: number,
  state: IndexState,
  plans: readonly SearchPlan[],
  range: IdRange,
): Promise<number[][]> {
  if (plans.length === 0) return [];
  if (range.from >= state.until) {
    return scanTexts(sql, plans, await textsBetween(sql, realmId, range.from, range.past));
  }
  const changed = state.changed.filter((id) => id >= range.from && id < range.past);
  const scanned = await scanTexts(sql, plans, await textsOf(sql, realmId, changed));
  const indexed = await Promise.all(plans.map((plan) => indexedIn(sql, realmId, plan, range)));
  if (changed.length === 0) return indexed;
  const hasChanged = new Set(changed);
  return indexed.map((ids, index) =>
    [...ids.filter((id) => !hasChanged.has(id)), ...(scanned[index] as number[])].sort((a, b) => a - b),
  );
}

async function indexedIn(sql: Reader, realmId: number, plan: SearchPlan, range: IdRange): Promise<number[]> {
  const [first, last] = [blockOf(range.from), blockOf(range.past - 1)];
  let blocks = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  let found: ReadonlyMap<number, BlockSet> | undefined;
  for (const conditions of askedTogether(plan.conditions)) {
    found = await narrowedBy(sql, realmId, conditions, blocks, found);
    blocks = [...found.keys()];
    if (blocks.length === 0) return [];
  }
  const ids = Array.from(found ?? [])
    .sort(([a], [b]) => a - b)
    .flatMap(([block, set]) => idsIn(block, set));
  const isAligned = firstOf(first) === range.from && firstOf(last + 1) === range.past;
  return isAligned ? ids : ids.filter((id) => id >= range.from && id < range.past);
}

/** A condition with more lexemes is asked for by itself, and only where the others are fulfilled. */
const FEW_LEXEMES = 16;

function askedTogether(conditions: readonly Condition[]): (readonly Condition[])[] {
  const isSmall = ({ lexemes, prefix }: Condition) => lexemes.size <= FEW_LEXEMES && prefix === undefined;
  const small = conditions.filter(isSmall);
  const large = conditions.filter((condition) => !isSmall(condition)).map((condition) => [condition]);
  return small.length === 0 ? large : [small, ...large];
}

/** The messages of blocks that fulfil all conditions, of which one at most has a prefix. */
async function narrowedBy(
  sql: Reader,
  realmId: number,
  conditions: readonly Condition[],
  blocks: readonly number[],
  before: ReadonlyMap<number, BlockSet> | undefined,
): Promise<ReadonlyMap<number, BlockSet>> {
  const lexemes = new Set(conditions.flatMap((condition) => [...condition.lexemes]));
  const prefix = conditions.find((condition) => condition.prefix !== undefined)?.prefix;
  const postings = await postingsIn(sql, realmId, blocks, [...lexemes], prefix);
  let left = before;
  for (const condition of conditions) left = inBothMaps(setsOf(condition, postings), left);
  return left ?? new Map();
}

function setsOf(condition: Condition, postings: readonly BlockPosting[]): Map<number, BlockSet> {
  const sets = new Map<number, BlockSet>();
  for (const { block, lexeme, members } of postings) {
    // The other rows begin with the prefix of the condition.
    if (condition.prefix === undefined && !condition.lexemes.has(lexeme)) continue;
    let set = sets.get(block);
    if (set === undefined) sets.set(block, (set = emptyBlockSet()));
    addMembers(set, members);
  }
  return sets;
}

function inBothMaps(
  a: ReadonlyMap<number, BlockSet>,
  b: ReadonlyMap<number, BlockSet> | undefined,
): ReadonlyMap<number, BlockSet> {
  if (b === undefined) return a;
  const both = new Map<number, BlockSet>();
  for (const [block, set] of a) {
    const other = b.get(block);
    const rest = other === undefined ? undefined : inBoth(set, other);
    if (rest !== undefined) both.set(block, rest);
  }
  return both;
}

/** The first range has this many IDs, and each further one four times as many, up to a limit. */
const FIRST_RANGE = 4096;
const GROWTH = 4;
const LARGEST_RANGE = 262_144;
/** Messages that are not in the index are read and split into words, which takes longer. */
const TAIL_RANGE = 512;

interface RangeOptions {
  readonly largest?: number | undefined;
  /** How many IDs the search will still go through, as far as it can tell. */
  readonly expected?: () => number;
}

/**
 * Ranges from an ID on towards older or newer messages, small ones first, so that a search may stop as soon as it has
 * enough. A range is either all in the index or not at all. `start` itself is not in them.
 */
export function* rangesFrom(
  { until, newest }: IndexState,
  start: number,
  direction: "older" | "newer",
  { largest = LARGEST_RANGE, expected = () => LARGEST_RANGE }: RangeOptions = {},
): Generator<IdRange> {
  let size = FIRST_RANGE;
  let at = direction === "older" ? Math.min(start, newest + 1) : start + 1;
  while (direction === "older" ? at > 0 : at <= newest) {
    const isTail = direction === "older" ? at > until : at >= until;
    const length = isTail ? TAIL_RANGE : Math.min(size, Math.max(FIRST_RANGE, expected()));
    if (!isTail) size = Math.min(length * GROWTH, largest);
    if (direction === "older") {
      const from = Math.max(at - length, isTail ? until : 0);
      yield { from, past: at };
      at = from;
    } else {
      const past = Math.min(at + length, isTail ? newest + 1 : until);
      yield { from: at, past };
      at = past;
    }
  }
}
