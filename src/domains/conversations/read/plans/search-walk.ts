import { chain, type Fragment, idList } from "#engine/db/fragment.ts";
import { systemClock } from "#platform/clock.ts";
import { type IdRange, matchingIn, rangesFrom } from "#search/matching.ts";
import { type IndexState, textsOf } from "#search/queries.ts";
import { scanTexts } from "#search/scan.ts";
import { joins } from "#domains/conversations/queries.ts";
import type { NarrowContext } from "../narrow/context.ts";
import type { IsPossible, Possible } from "../narrow/history.ts";
import type { Term } from "../narrow/terms.ts";
import {
  ALWAYS_SEARCHED,
  ENTRIES_A_CHECK,
  FIRST_CHECKED,
  MAX_CHECKED,
  MAX_READ_RANGE,
  MAX_SEARCH_MS,
  SPARE,
  TELLING,
  TELLING_FOUND,
} from "./tuning.ts";

/**
 * Searches from an anchor on, through small parts of the messages first, until the page is full. The index gives the
 * messages of a part that have the words; the other conditions of the narrow are checked by the database.
 */
export interface SearchWalk {
  readonly index: IndexState;
  readonly start: number;
  readonly direction: "older" | "newer";
  readonly limit: number;
  readonly conditions: (context: NarrowContext) => readonly Fragment[];
  /** When the time is over: see `searchDeadline`. */
  readonly deadline: number;
  readonly possible?: Possible | undefined;
}

export interface Walked {
  /** In the order of the walk. */
  readonly ids: readonly number[];
  /** If the time was over: the messages beyond this ID were not searched. */
  readonly stoppedAt?: number;
}

export const searchDeadline = (): number => systemClock.monotonic() + MAX_SEARCH_MS;

export async function walkSearch(context: NarrowContext, walk: SearchWalk): Promise<Walked> {
  const { index, start, direction, limit, deadline } = walk;
  if (limit === 0) return { ids: [] };
  const found: number[] = [];
  const sample = { ...NO_SAMPLE };
  let searched = 0;
  const largest = hasWordsToFind(context) ? undefined : MAX_READ_RANGE;
  const expected = () => (found.length < TELLING_FOUND ? undefined : expectedAfter(searched, found.length, limit));
  const ranges = rangesFrom(index, start, direction, { largest, expected });
  const lookUp = () => {
    const { value: range } = ranges.next();
    if (range === undefined) return undefined;
    const lookup = { range, candidates: candidatesIn(context, walk, range, sample) };
    // One that nobody waits for any more may fail.
    lookup.candidates.catch(() => {});
    return lookup;
  };
  /** Where so many messages cannot fill the page, the next range is needed anyway, and looked up beside them. */
  const lookAhead = (most: number) => (found.length + most < limit ? lookUp() : undefined);
  let next: ReturnType<typeof lookUp>;
  for (let current = lookUp(); current !== undefined; current = next ?? lookUp()) {
    const { range } = current;
    next = lookAhead(sizeOf(range));
    const candidates = await current.candidates;
    // How far the search will go is known better after those that can be the reader's were checked.
    if (!candidates.isNarrowed) next ??= lookAhead(candidates.ids?.length ?? sizeOf(range));
    const isOver = () => searched >= ALWAYS_SEARCHED && systemClock.monotonic() > deadline;
    const stoppedAt = await checkCandidates(walk, candidates, { found, sample, isOver });
    if (found.length >= limit) return { ids: found };
    if (stoppedAt !== undefined) return { ids: found, stoppedAt };
    searched += sizeOf(range);
  }
  return { ids: found };
}

const sizeOf = ({ from, past }: IdRange): number => past - from;

/** How many messages it takes to find the rest, if they are as frequent as those that were found. */
const expectedAfter = (searched: number, found: number, limit: number): number =>
  Math.ceil((SPARE * searched * (limit - found)) / found);

/** Whether one message is found. */
export async function isFound(context: NarrowContext, walk: SearchWalk, id: number): Promise<boolean> {
  const found: number[] = [];
  const sample = { ...NO_SAMPLE };
  const candidates = await candidatesIn(context, walk, { from: id, past: id + 1 }, sample);
  await checkCandidates(walk, candidates, { found, sample, isOver: () => false });
  return found.length > 0;
}

/** Counts over the ranges whose candidates were all checked: from those, other users' messages were not left out before. */
interface Sample {
  /** The IDs in these ranges. */
  searched: number;
  /** The messages with the words that were checked, and those of them that the search found. */
  checked: number;
  kept: number;
}

const NO_SAMPLE: Sample = { checked: 0, searched: 0, kept: 0 };

interface Progress {
  readonly found: number[];
  readonly sample: Sample;
  readonly isOver: () => boolean;
}

/** What the indexes say of a range. */
interface Candidates {
  readonly range: IdRange;
  readonly context: NarrowContext;
  /** The messages that may be found, in the order of the walk; undefined if all may be. */
  readonly ids: readonly number[] | undefined;
  /** Whether those of others were left out. */
  readonly isNarrowed: boolean;
}

async function candidatesIn(
  context: NarrowContext,
  walk: SearchWalk,
  range: IdRange,
  sample: Sample,
): Promise<Candidates> {
  const { sql, model } = context;
  const terms = withConditions(context);
  const plans = terms.map(([, plan]) => plan);
  const [lists, isPossible] = await Promise.all([
    matchingIn(sql, model.realm.id, walk.index, plans, range),
    possibleIn(walk, sample, range),
  ]);
  const narrowed = narrowedBy(context, terms, lists);
  const own = isPossible === undefined ? narrowed.ids : narrowed.ids?.filter(isPossible);
  const ids = walk.direction === "older" ? own?.toReversed() : own;
  return { range, context: narrowed.context, ids, isNarrowed: isPossible !== undefined };
}

/**
 * Which messages of a range can be the reader's, if it takes less time to read that than to check each of those that have
 * the words.
 */
async function possibleIn(
  { possible }: SearchWalk,
  { checked, searched, kept }: Sample,
  range: IdRange,
): Promise<IsPossible | undefined> {
  if (checked < TELLING) return undefined;
  const most = Math.ceil(ENTRIES_A_CHECK * (checked / searched) * sizeOf(range));
  return (kept / checked) * sizeOf(range) < most ? possible?.(range, most) : undefined;
}

/** Adds what is found in a range. If the time is over, it returns the ID up to which it has searched. */
async function checkCandidates(
  walk: SearchWalk,
  { range, context, ids, isNarrowed }: Candidates,
  { found, sample, isOver }: Progress,
): Promise<number | undefined> {
  const { sql } = context;
  const isOlder = walk.direction === "older";
  let searchedTo = isOlder ? range.past : range.from - 1;
  if (isOver()) return searchedTo;
  if (ids === undefined) {
    const within = sql`m.id >= ${range.from} and m.id < ${range.past}`;
    found.push(...(await checked(context, walk, within, walk.limit - found.length)));
    return undefined;
  }
  if (!isNarrowed) sample.searched += sizeOf(range);
  const first = sample.checked < TELLING ? FIRST_CHECKED : MAX_CHECKED;
  for (let at = 0, length = first; at < ids.length; at += length, length = MAX_CHECKED) {
    if (isOver()) return searchedTo;
    const chunk = ids.slice(at, at + length);
    searchedTo = chunk.at(-1) as number;
    // The database would sort them for each scan.
    const within = sql`m.id = any(${idList(sql, isOlder ? chunk.toReversed() : chunk)})`;
    const kept = await checked(context, walk, within, walk.limit - found.length);
    found.push(...kept);
    if (found.length >= walk.limit) return undefined;
    if (isNarrowed) continue;
    sample.checked += chunk.length;
    sample.kept += kept.length;
  }
  return undefined;
}

async function checked(context: NarrowContext, walk: SearchWalk, within: Fragment, limit: number): Promise<number[]> {
  const { sql, model, reader } = context;
  const conditions = walk.conditions(context).map((condition) => sql` and (${condition})`);
  const order = walk.direction === "older" ? sql`desc` : sql`asc`;
  const rows = await sql<{ id: number }[]>`
    select m.id from message m ${joins(sql, reader.id)}
    where m.realm_id = ${model.realm.id} and ${within} ${chain(sql, conditions)}
    order by m.id ${order} limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Narrows named messages by the search terms. */
export async function searchAmong(
  context: NarrowContext,
  ids: readonly number[],
): Promise<{ readonly ids: readonly number[]; readonly context: NarrowContext }> {
  const { sql, model } = context;
  const terms = withConditions(context);
  if (terms.length === 0) return { ids, context };
  const plans = terms.map(([, plan]) => plan);
  const lists = await scanTexts(sql, plans, await textsOf(sql, model.realm.id, ids));
  const narrowed = narrowedBy(context, terms, lists);
  return { ids: narrowed.ids ?? ids, context: narrowed.context };
}

type PlannedTerm = readonly [Term, NonNullable<ReturnType<NarrowContext["searches"]["get"]>>];

/** The search terms that have words, and not only phrases. */
const withConditions = ({ searches }: NarrowContext): PlannedTerm[] =>
  [...searches].filter(([, { conditions }]) => conditions.length > 0);

const hasWordsToFind = (context: NarrowContext): boolean => withConditions(context).some(([{ negated }]) => !negated);

/** The messages that are in the lists of all positive terms; undefined if there are no such terms. */
function narrowedBy(context: NarrowContext, terms: readonly PlannedTerm[], lists: readonly number[][]) {
  const positive = lists.filter((_, index) => terms[index]?.[0].negated === false);
  const [first, ...others] = positive.sort((a, b) => a.length - b.length);
  const sets = others.map((list) => new Set(list));
  const ids = first?.filter((id) => sets.every((set) => set.has(id)));
  const positiveIds = ids && terms.some(([{ negated }]) => negated) ? new Set(ids) : undefined;
  const matching = terms.map(([term], index): [Term, readonly number[]] => {
    const list = lists[index] as number[];
    // What a negated term finds elsewhere does not matter, and would make the statement long.
    return [term, term.negated && positiveIds !== undefined ? list.filter((id) => positiveIds.has(id)) : list];
  });
  return { ids, context: { ...context, matching: new Map(matching) } };
}
