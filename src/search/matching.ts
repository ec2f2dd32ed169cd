import type { ReadSql } from "#engine/db/database.ts";
import {
  addMembers,
  blockOf,
  blocksIn,
  emptySet,
  firstOf,
  idsIn,
  intersect,
  type MessageSet,
  segmentOf,
} from "./blocks.ts";
import type { Condition, SearchPlan } from "./plan.ts";
import { type BlockSpan, type IndexState, postingsIn, type SegmentPosting, textsBetween, textsOf } from "./queries.ts";
import { scanTexts } from "./scan.ts";

/** A range of message IDs: from the first to before the last. */
export interface IdRange {
  readonly from: number;
  readonly past: number;
}

/** The IDs that fulfil the conditions of each plan, ascending, in a part of the messages: see `rangesFrom`. */
export async function matchingIn(
  sql: ReadSql,
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

async function indexedIn(sql: ReadSql, realmId: number, plan: SearchPlan, range: IdRange): Promise<number[]> {
  const [first, last] = [blockOf(range.from), blockOf(range.past - 1)];
  let spans = spansOf(Array.from({ length: last - first + 1 }, (_, index) => first + index));
  let found: MessageSet | undefined;
  for (const conditions of askedTogether(plan.conditions)) {
    const postings = await postingsOf(sql, realmId, conditions, spans);
    for (const condition of conditions) {
      const set = emptySet(first, last);
      addPostings(set, condition, postings);
      if (found !== undefined) intersect(set, found);
      found = set;
    }
    spans = found === undefined ? [] : spansOf(blocksIn(found));
    if (spans.length === 0) return [];
  }
  const ids = found === undefined ? [] : idsIn(found);
  const isAligned = firstOf(first) === range.from && firstOf(last + 1) === range.past;
  return isAligned ? ids : ids.filter((id) => id >= range.from && id < range.past);
}

/** For each segment, its blocks from the first to the last of some. */
const spansOf = (blocks: readonly number[]): BlockSpan[] =>
  Array.from(Map.groupBy(blocks, segmentOf), ([segment, own]) => ({
    segment,
    first: own[0] as number,
    last: own.at(-1) as number,
  }));

/** A condition with more lexemes is asked for by itself, and only where the others are fulfilled. */
const FEW_LEXEMES = 16;

function askedTogether(conditions: readonly Condition[]): (readonly Condition[])[] {
  const isSmall = ({ lexemes, prefix }: Condition) => lexemes.size <= FEW_LEXEMES && prefix === undefined;
  const small = conditions.filter(isSmall);
  const large = conditions.filter((condition) => !isSmall(condition)).map((condition) => [condition]);
  return small.length === 0 ? large : [small, ...large];
}

/** The postings for conditions, of which one at most has a prefix. */
function postingsOf(
  sql: ReadSql,
  realmId: number,
  conditions: readonly Condition[],
  spans: readonly BlockSpan[],
): Promise<readonly SegmentPosting[]> {
  const lexemes = new Set(conditions.flatMap((condition) => [...condition.lexemes]));
  const prefix = conditions.find((condition) => condition.prefix !== undefined)?.prefix;
  return postingsIn(sql, realmId, spans, [...lexemes], prefix);
}

function addPostings(set: MessageSet, condition: Condition, postings: readonly SegmentPosting[]): void {
  for (const { segment, lexeme, members } of postings) {
    // The other rows begin with the prefix of the condition.
    if (condition.prefix !== undefined || condition.lexemes.has(lexeme)) addMembers(set, segment, members);
  }
}

/** The first range has this many IDs, and each further one eight times as many, up to a limit. */
const FIRST_RANGE = 4096;
const GROWTH = 8;
const MAX_RANGE = 1_048_576;
/** Messages that are not in the index are read and split into words, which takes longer. */
const TAIL_RANGE = 512;

interface RangeOptions {
  readonly largest?: number | undefined;
  /** How many IDs the search will still go through; undefined if it cannot tell yet. */
  readonly expected?: () => number | undefined;
}

/**
 * Ranges from an ID on towards older or newer messages, small ones first, so that a search may stop as soon as it has
 * enough. A range is either all in the index or not at all. `start` itself is not in them.
 */
export function* rangesFrom(
  { until, newest }: IndexState,
  start: number,
  direction: "older" | "newer",
  { largest = MAX_RANGE, expected = () => undefined }: RangeOptions = {},
): Generator<IdRange> {
  let size = FIRST_RANGE;
  let at = direction === "older" ? Math.min(start, newest + 1) : start + 1;
  while (direction === "older" ? at > 0 : at <= newest) {
    const isTail = direction === "older" ? at > until : at >= until;
    const length = isTail ? TAIL_RANGE : Math.min(Math.max(FIRST_RANGE, expected() ?? size), largest);
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
