import type { NarrowContext } from "../narrow/context.ts";
import type { Term } from "../narrow/terms.ts";
import { readByCondition } from "./by-condition.ts";
import { readByConversation } from "./by-conversation.ts";
import { choosePlan, type PagePlan } from "./choose-plan.ts";
import { firstUnread } from "./first-unread.ts";
import { readNearAnchor } from "./near-anchor.ts";
import type { PageReading } from "./page-statement.ts";
import { type Anchor, type AnchorRange, END, endsOf, type ExactRange, type PageEnds } from "./range.ts";
import { readSearchIndex } from "./search-index.ts";
import { readUnreadGaps } from "./unread-gaps.ts";

export interface PageRows<Row> {
  readonly rows: readonly Row[];
  readonly ends: PageEnds;
}

/** Reads the messages of a narrow around an anchor, and finds the ID of the anchor. */
export async function readPage<Row>(
  context: NarrowContext,
  terms: readonly Term[],
  asked: AnchorRange,
  reading: PageReading<Row>,
): Promise<PageRows<Row> & { readonly start: number }> {
  const start = asked.anchor === "first_unread" ? await firstUnread(context, terms) : startOf(asked.anchor);
  const plan = await choosePlan(context, terms);
  return { start, ...(await runPlan(context, plan, exactRange(asked, start), reading)) };
}

/** Reads a page by a plan. */
export function runPlan<Row>(
  context: NarrowContext,
  plan: PagePlan,
  range: ExactRange,
  reading: PageReading<Row>,
): Promise<PageRows<Row>> {
  const withEnds = async (read: Promise<Row[]>): Promise<PageRows<Row>> => {
    const rows = await read;
    return { rows, ends: endsOf(range, reading.idsOf(rows)) };
  };
  switch (plan.kind) {
    case "byCondition":
      return withEnds(readByCondition(context, plan, range, reading));
    case "nearAnchor":
      return withEnds(readNearAnchor(context, plan, range, reading));
    case "byConversation":
      return withEnds(readByConversation(context, plan, range, reading));
    case "unreadGaps":
      return withEnds(readUnreadGaps(context, plan, range, reading));
    case "searchIndex":
      return readSearchIndex(context, plan, range, reading);
  }
}

export const exactRange = (asked: AnchorRange, start: number): ExactRange => ({
  ...asked,
  start,
  numBefore: asked.anchor === "oldest" ? 0 : asked.numBefore,
  numAfter: start === END ? 0 : asked.numAfter,
});

function startOf(anchor: Exclude<Anchor, "first_unread">): number {
  if (anchor === "newest") return END;
  if (anchor === "oldest") return 0;
  return Math.min(Math.max(0, anchor), END);
}
