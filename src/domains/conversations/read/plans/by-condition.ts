import type { Fragment } from "#engine/db/fragment.ts";
import type { NarrowContext } from "../narrow/context.ts";
import { filterOf, otherConditions } from "../narrow/filter.ts";
import { placesOf } from "../narrow/named.ts";
import type { Term } from "../narrow/terms.ts";
import { isUnread } from "../unread/unread.ts";
import { matchingSide, type PageReading, readSides } from "./page-statement.ts";
import type { ExactRange } from "./range.ts";

/**
 * One of the conditions has an index: a channel, a conversation, a sender, a flag of the reader, a link. PostgreSQL chooses
 * it by its statistics, or reads all messages from the anchor on where most of them fulfil the conditions.
 */
export interface ByCondition {
  readonly kind: "byCondition";
  readonly conditions: readonly Fragment[];
}

export const byCondition = (context: NarrowContext, terms: readonly Term[]): ByCondition => ({
  kind: "byCondition",
  conditions: filterOf(context, terms),
});

/** The unread messages of a narrow, whether it asks for those or not. */
export const unreadByCondition = (context: NarrowContext, terms: readonly Term[]): ByCondition => ({
  kind: "byCondition",
  conditions: [...otherConditions(context, terms), isUnread(context.sql, context.reader.id, placesOf(context, terms))],
});

export const readByCondition = <Row>(
  context: NarrowContext,
  { conditions }: ByCondition,
  range: ExactRange,
  reading: PageReading<Row>,
): Promise<Row[]> =>
  readSides(context, range, reading, (side) => matchingSide(context, reading.columns, side, conditions));
