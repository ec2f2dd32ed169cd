import type { NarrowContext } from "../narrow/context.ts";
import type { Term } from "../narrow/terms.ts";
import { choosePlan } from "./choose-plan.ts";
import { firstUnread } from "./first-unread.ts";
import type { PageReading } from "./page-statement.ts";
import { type Anchor, type AnchorRange, END, type ExactRange, type PageEnds } from "./range.ts";
import { type PageRows, runPlan } from "./run-plan.ts";
import { startSince } from "./since.ts";

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
