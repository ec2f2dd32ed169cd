import { chain, type Fragment, idList } from "../../../../engine/db/fragment.ts";
import { systemClock } from "../../../../platform/clock.ts";
import { type IdRange, matchingIn, rangesFrom } from "../../../../search/matching.ts";
import { type IndexState, textsOf } from "../../../../search/queries.ts";
import { scanTexts } from "../../../../search/scan.ts";
import { joins } from "../../queries.ts";
import type { NarrowContext } from "./context.ts";
import type { Term } from "./terms.ts";

/**
 * Searches from an anchor on, through small parts of the messages first, until the page is full. The index gives the
 * messages of a part that have the words; the other conditions of the narrow are checked by the database.
 */
export interface SearchWalk {
  readonly start: number;
  readonly direction: "older" | "newer";
  readonly limit: number;
  /** The source of rows: all messages, or the reader's unread ones. */
  readonly selected: (wanted: Fragment) => Fragment;
  readonly conditions: (context: NarrowContext) => readonly Fragment[];
  /** When the time is over: see `searchDeadline`. */
  readonly deadline: number;
  /** Those of some messages, ascending, that can fulfil the conditions, and perhaps others; undefined beyond a limit. */
  readonly possible?: ((ids: readonly number[], most: number) => Promise<ReadonlySet<number> | undefined>) | undefined;
}

export interface Walked {
  /** In the order of the walk. */
  readonly ids: readonly number[];
  /** If the time was over: the messages beyond this ID were not searched. */
  readonly stoppedAt?: number;
}

/** A search that takes longer is stopped, and says so, but not before it has gone through this many messages. */
const LONGEST_MS = 400;
const ALWAYS_SEARCHED = 4096;
/** How many messages are checked by one statement: few at first, because their first page is often enough. */
const FIRST_CHECKED = 1000;
const MOST_CHECKED = 8000;
/** Fewer messages do not tell which share of all is the reader's. */
const TELLING = 100;
/** To check a message takes as long as to read about this many entries of the index of conversations. */
const ENTRIES_A_CHECK = 8;
/** If there are only phrases, each message of a range is read. */
const LARGEST_READ_RANGE = 16_384;

export const searchDeadline = (): number => systemClock.monotonic() + LONGEST_MS;

export async function walkSearch(context: NarrowContext, walk: SearchWalk): Promise<Walked> {
  const { start, direction, limit, deadline } = walk;
  if (limit === 0) return { ids: [] };
  const found: number[] = [];
  const sample = { checked: 0, kept: 0 };
  let searched = 0;
  const largest = hasWordsToFind(context) ? undefined : LARGEST_READ_RANGE;
  const expected = () => (found.length === 0 ? Number.POSITIVE_INFINITY : expectedAfter(searched, found.length, limit));
  for (const range of rangesFrom(context.index as IndexState, start, direction, { largest, expected })) {
    const mayStop = searched >= ALWAYS_SEARCHED;
    const progress = { found, sample, deadline: mayStop ? deadline : Number.POSITIVE_INFINITY };
    const stoppedAt = await searchRange(context, walk, range, progress);
    searched += range.past - range.from;
    if (found.length >= limit) return { ids: found };
    if (stoppedAt !== undefined) return { ids: found, stoppedAt };
  }
  return { ids: found };
}

/** A range that is a little too short costs another round trip, one that is too long costs all the rest of it. */
const SPARE = 1.2;

/** How many messages it takes to find the rest, if they are as frequent as those that were found. */
const expectedAfter = (searched: number, found: number, limit: number): number =>
  Math.ceil((SPARE * searched * (limit - found)) / found);

/** Whether one message is found. */
export async function isFound(context: NarrowContext, walk: SearchWalk, id: number): Promise<boolean> {
  const found: number[] = [];
  const progress = { found, sample: { checked: 0, kept: 0 }, deadline: Number.POSITIVE_INFINITY };
  await searchRange(context, walk, { from: id, past: id + 1 }, progress);
  return found.length > 0;
}

interface Progress {
  readonly found: number[];
  /** Of how many messages those of others were not left out, in all ranges together, and how many of them were found. */
  readonly sample: { checked: number; kept: number };
  readonly deadline: number;
}

/** Whether it takes less time to read which messages around these are the reader's than to check each of these. */
function isWorthNarrowing({ sample: { checked, kept } }: Progress, ids: readonly number[]): boolean {
  const span = (ids.at(-1) as number) - (ids[0] as number);
  return checked >= TELLING && (kept / checked) * span < ENTRIES_A_CHECK * ids.length;
}

/** Adds what is found in a range. If the time is over, it returns the ID up to which it has searched. */
async function searchRange(
  context: NarrowContext,
  walk: SearchWalk,
  range: IdRange,
  progress: Progress,
): Promise<number | undefined> {
  const { sql, model, index } = context;
  const { found, sample, deadline } = progress;
  const isOver = () => systemClock.monotonic() > deadline;
  const nearest = walk.direction === "older" ? range.past : range.from - 1;
  if (isOver()) return nearest;
  const terms = withConditions(context);
  const plans = terms.map(([, plan]) => plan);
  const lists = await matchingIn(sql, model.realm.id, index as IndexState, plans, range);
  const narrowed = narrowedBy(context, terms, lists);
  if (narrowed.ids === undefined) {
    const within = sql`m.id >= ${range.from} and m.id < ${range.past}`;
    found.push(...(await checked(narrowed.context, walk, within, walk.limit - found.length)));
    return undefined;
  }
  const isOlder = walk.direction === "older";
  const ids = isOlder ? narrowed.ids.toReversed() : narrowed.ids;
  const first = sample.checked >= TELLING ? MOST_CHECKED : FIRST_CHECKED;
  for (let at = 0, size = first; at < ids.length; at += size, size = MOST_CHECKED) {
    if (isOver()) return ids[at - 1] ?? nearest;
    const chunk = ids.slice(at, at + size);
    // The database would sort them for each scan.
    const some = isOlder ? chunk.toReversed() : chunk;
    const possible = isWorthNarrowing(progress, some)
      ? await walk.possible?.(some, ENTRIES_A_CHECK * some.length)
      : undefined;
    const left = possible === undefined ? some : some.filter((id) => possible.has(id));
    const within = sql`m.id = any(${idList(sql, left)})`;
    const kept = left.length === 0 ? [] : await checked(narrowed.context, walk, within, walk.limit - found.length);
    found.push(...kept);
    if (possible === undefined) {
      sample.checked += some.length;
      sample.kept += kept.length;
    }
    if (found.length >= walk.limit) return undefined;
  }
  return undefined;
}

async function checked(context: NarrowContext, walk: SearchWalk, within: Fragment, limit: number): Promise<number[]> {
  const { sql, model, reader } = context;
  const conditions = walk.conditions(context).map((condition) => sql` and (${condition})`);
  const order = walk.direction === "older" ? sql`desc` : sql`asc`;
  const rows = await sql<{ id: number }[]>`
    ${walk.selected(sql`m.id`)} ${joins(sql, reader.id)}
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
  const positiveIds = ids && new Set(ids);
  const matching = terms.map(([term], index): [Term, readonly number[]] => {
    const list = lists[index] as number[];
    // What a negated term finds elsewhere does not matter, and would make the statement long.
    return [term, term.negated && positiveIds !== undefined ? list.filter((id) => positiveIds.has(id)) : list];
  });
  return { ids, context: { ...context, matching: new Map(matching) } };
}
