import type { Fragment } from "#engine/db/fragment.ts";
import type { NarrowContext } from "../narrow/context.ts";
import type { Term } from "../narrow/terms.ts";
import { type ByConversation, byConversation, readByConversation } from "./by-conversation.ts";
import { matchingSide, type PageReading, type PageSide, readSides } from "./page-statement.ts";
import type { ExactRange } from "./range.ts";
import { NEARBY_IDS, NEARBY_IDS_A_MESSAGE } from "./tuning.ts";

/**
 * Readers who receive much find a page of their own history in the messages next to the anchor, of which the others are
 * skipped. If those do not fill the page, it is read by conversation (docs/decisions/0038).
 */
export interface NearAnchor {
  readonly kind: "nearAnchor";
  readonly conditions: readonly Fragment[];
  readonly otherwise: ByConversation;
}

export function nearAnchor(context: NarrowContext, terms: readonly Term[]): NearAnchor {
  const otherwise = byConversation(context, terms);
  return { kind: "nearAnchor", conditions: otherwise.conditions, otherwise };
}

export async function readNearAnchor<Row>(
  context: NarrowContext,
  { conditions, otherwise }: NearAnchor,
  range: ExactRange,
  reading: PageReading<Row>,
): Promise<Row[]> {
  const rows = await readSides(context, range, reading, (side) =>
    matchingSide(context, reading.columns, side, [...isNearby(context, side, range.start), ...conditions]),
  );
  if (await isWholePage(context, range, reading.idsOf(rows))) return rows;
  return readByConversation(context, otherwise, range, reading);
}

/** How far from the anchor messages are read for a side of a page. */
const nearbyIds = (limit: number): number => NEARBY_IDS + NEARBY_IDS_A_MESSAGE * limit;

function isNearby({ sql, model }: NarrowContext, { part, limit }: PageSide, start: number): readonly Fragment[] {
  const end = (extreme: Fragment) => sql`(select ${extreme}(id) from message where realm_id = ${model.realm.id})`;
  switch (part) {
    case "at":
      return [];
    case "first":
      return [sql`m.id <= greatest(${start}::int8, ${end(sql`min`)}) + ${nearbyIds(limit)}::int8`];
    case "last":
      return [sql`m.id >= least(${start}::int8, ${end(sql`max`)}) - ${nearbyIds(limit)}::int8`];
  }
}

/** Whether the messages next to the anchor contain the whole page, because it is full or there are no others. */
async function isWholePage(
  { sql, model }: NarrowContext,
  { start, numBefore, numAfter }: ExactRange,
  ids: readonly number[],
): Promise<boolean> {
  const isShortBefore = ids.filter((id) => id < start).length < numBefore;
  const isShortAfter = ids.filter((id) => id > start).length < numAfter;
  if (!isShortBefore && !isShortAfter) return true;
  const [row] = await sql<{ oldest: number | null; newest: number | null }[]>`
    select min(id) as oldest, max(id) as newest from message where realm_id = ${model.realm.id}`;
  const [oldest, newest] = [row?.oldest ?? 0, row?.newest ?? 0];
  const isFirst = !isShortBefore || Math.min(start, newest) - nearbyIds(numBefore) <= oldest;
  const isLast = !isShortAfter || Math.max(start, oldest) + nearbyIds(numAfter) >= newest;
  return isFirst && isLast;
}
