import type { Fragment } from "#engine/db/fragment.ts";
import type { NarrowContext } from "../narrow/context.ts";
import { otherConditions } from "../narrow/filter.ts";
import { isOfPeople, placesOf } from "../narrow/named.ts";
import type { Term } from "../narrow/terms.ts";
import { unreadMessages, type UnreadPlaces } from "../unread/unread.ts";
import { all, type PageReading, readSides, sideAmong } from "./page-statement.ts";
import type { ExactRange } from "./range.ts";

/**
 * Unread messages are in the gaps of what was read, of which each is read for at most a page: the page costs as much as
 * it has messages, however much was read before (docs/decisions/0037).
 */
export interface UnreadGaps {
  readonly kind: "unreadGaps";
  readonly places: UnreadPlaces;
  /** What the places and gaps do not say. */
  readonly conditions: readonly Fragment[];
}

/** The unread messages of a narrow, whether it asks for those or not. */
export const unreadGaps = (context: NarrowContext, terms: readonly Term[]): UnreadGaps => ({
  kind: "unreadGaps",
  places: placesOf(context, terms),
  conditions: otherConditions(context, terms, isNeededInPlaces),
});

/**
 * Whether a condition restricts the messages of `placesOf` further. That they are direct messages does not, and would let
 * PostgreSQL go through all direct messages, for each of the conversations.
 */
const isNeededInPlaces = (term: Term): boolean => term.negated || !isOfPeople(term);

export function readUnreadGaps<Row>(
  context: NarrowContext,
  { places, conditions }: UnreadGaps,
  range: ExactRange,
  reading: PageReading<Row>,
): Promise<Row[]> {
  const { sql, model, reader } = context;
  const further = conditions.length > 0 && { conditions: all(sql, conditions) };
  return readSides(context, range, reading, (side) => {
    const page = { direction: side.part === "last" ? side.part : "first", limit: side.limit } as const;
    const selection = { within: side.within, ...further, page };
    const ids = unreadMessages(sql, model.realm.id, reader.id, places, sql`m.id`, selection);
    return sideAmong(context, reading.columns, side, ids);
  });
}
