import type { NarrowContext } from "../narrow/context.ts";
import { readByCondition } from "./by-condition.ts";
import { readByConversation } from "./by-conversation.ts";
import type { PagePlan } from "./choose-plan.ts";
import { readNearAnchor } from "./near-anchor.ts";
import type { PageReading } from "./page-statement.ts";
import { endsOf, type ExactRange, type PageEnds } from "./range.ts";
import { readSearchIndex } from "./search-index.ts";
import { readUnreadGaps } from "./unread-gaps.ts";

export interface PageRows<Row> {
  readonly rows: readonly Row[];
  readonly ends: PageEnds;
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

/** The IDs of a page, and whether a search has left out a part of it. */
export async function readIds(
  context: NarrowContext,
  plan: PagePlan,
  range: ExactRange,
): Promise<{ readonly ids: readonly number[]; readonly isPartial: boolean }> {
  const { sql } = context;
  const { rows, ends } = await runPlan(context, plan, range, {
    columns: sql`m.id`,
    run: (query) => sql<{ id: number }[]>`${query}`,
    idsOf: (found) => found.map(({ id }) => id),
  });
  return { ids: rows.map(({ id }) => id), isPartial: ends.unsearched !== undefined };
}
