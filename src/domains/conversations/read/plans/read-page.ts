import type { NarrowContext } from "../narrow/context.ts";
import type { Term } from "../narrow/terms.ts";
import { choosePlan, type PagePlan } from "./choose-plan.ts";
import { firstUnread } from "./first-unread.ts";
import type { PageReading } from "./page-statement.ts";
import { type Anchor, type AnchorRange, END, type ExactRange, type PageEnds, type SentSince } from "./range.ts";
import { type PageRows, readIds, runPlan } from "./run-plan.ts";

/** Reads the messages of a narrow around an anchor, and finds the ID of the anchor. */
export async function readPage<Row>(
  context: NarrowContext,
  terms: readonly Term[],
  asked: AnchorRange,
  reading: PageReading<Row>,
): Promise<PageRows<Row> & { readonly start: number }> {
  const { anchor } = asked;
  const unread = anchor === "first_unread" ? await firstUnread(context, terms) : undefined;
  const plan = await choosePlan(context, terms);
  const start = typeof anchor === "object" ? await startSince(context, plan, anchor) : (unread ?? startOf(anchor));
  if (start === undefined) return { start: END, rows: [], ends: EMPTY };
  return { start, ...(await runPlan(context, plan, exactRange(asked, start), reading)) };
}

const EMPTY: PageEnds = { foundAnchor: false, foundOldest: true, foundNewest: true, unsearched: undefined };

export const exactRange = (asked: AnchorRange, start: number): ExactRange => ({
  ...asked,
  start,
  numBefore: asked.anchor === "oldest" ? 0 : asked.numBefore,
  numAfter: start === END ? 0 : asked.numAfter,
});

function startOf(anchor: Anchor): number {
  if (anchor === "newest" || anchor === "first_unread") return END;
  if (anchor === "oldest") return 0;
  return Math.min(Math.max(0, anchor), END);
}

/**
 * The ID of the first message of a narrow that was sent at a time or after it; of its newest if there is none, and
 * undefined if it has no messages at all. The place of the time among all messages is found first, and then the narrow
 * is read from that ID on: times have no index, and IDs grow with them.
 */
async function startSince(context: NarrowContext, plan: PagePlan, { since }: SentSince): Promise<number | undefined> {
  const boundary = await boundaryAt(context, since);
  const later = await readIds(context, plan, onlyAfter(boundary));
  if (later.ids.length > 0) return Math.min(...later.ids);
  // A search that had no time says of its page what it has not searched.
  if (later.isPartial) return boundary;
  const newest = await readIds(context, plan, onlyBefore(END));
  return newest.ids.length > 0 ? Math.max(...newest.ids) : undefined;
}

const onlyAfter = (start: number): ExactRange => ({ ...at(start), includeAnchor: true, numBefore: 0, numAfter: 1 });
const onlyBefore = (start: number): ExactRange => ({ ...at(start), includeAnchor: false, numBefore: 1, numAfter: 0 });
const at = (start: number) => ({ anchor: start, start });

/** The ID from which on the messages of the organization were sent at a time or after it. Each step halves what is left. */
async function boundaryAt({ sql, model }: NarrowContext, seconds: number): Promise<number> {
  const [row] = await sql<{ low: number }[]>`
    with recursive step (low, high) as (
      select 1::int8, coalesce(max(id), 0) + 1 from message where realm_id = ${model.realm.id}
      union all
      select coalesce(earlier.id + 1, s.low), case when earlier.id is null then s.middle else s.high end
      from (select low, high, (low + high) / 2 as middle from step where low < high) s
      left join lateral (
        select first.id
        from (
          select m.id, m.sent_at from message m
          where m.realm_id = ${model.realm.id} and m.id >= s.middle order by m.id limit 1
        ) first
        where first.sent_at < to_timestamp(${seconds}::float8)
      ) earlier on true
    )
    select low from step where low >= high`;
  return row?.low ?? END;
}
