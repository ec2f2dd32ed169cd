import type { Fragment } from "#engine/db/fragment.ts";
import { joins } from "#domains/conversations/queries.ts";
import { topicConditions } from "../muting.ts";
import type { NarrowContext } from "../narrow/context.ts";
import { isAboutUnread } from "../narrow/history.ts";
import { isOfPeople } from "../narrow/named.ts";
import { searchDeadline, walkSearch } from "../narrow/search-walk.ts";
import { startsFromFlags } from "../narrow/state.ts";
import { isState, type Term } from "../narrow/terms.ts";
import { all, END } from "../range/range-query.ts";
import { isUnread, unreadMessages, type UnreadPlaces } from "./unread.ts";

/**
 * Whether the unread messages of a narrow are found by the gaps of what was read. Where the narrow gives a list of
 * messages, by words or by the reader's flags, each of those is checked instead.
 */
export const walksUnread = ({ index }: NarrowContext, terms: readonly Term[]): boolean =>
  index === undefined && !terms.some(startsFromFlags);

/**
 * Whether a condition restricts the messages of `placesOf` further. That they are direct messages does not, and would let
 * the planner go through all direct messages, for each of the conversations.
 */
export const isNeededInPlaces = (term: Term): boolean => term.negated || !isOfPeople(term);

/** Muted messages are skipped, unless the reader narrowed to the muted channel itself. */
export async function firstUnread(
  context: NarrowContext,
  terms: readonly Term[],
  places: UnreadPlaces,
  conditionsIn: (context: NarrowContext, isNeeded?: (term: Term) => boolean) => readonly Fragment[],
): Promise<number> {
  const { sql, model, reader } = context;
  if (terms.some((term) => isAboutUnread(term) && term.negated)) return END;
  const realmId = model.realm.id;
  const { isTopicMuted, isMuted } = topicConditions(sql, realmId, reader.id);
  const namesChannel = terms.some(({ operator, negated }) => operator === "channel" && !negated);
  if (!namesChannel && terms.some((term) => isState(term, "muted") && !term.negated)) return END;
  const isShown = sql`not (${namesChannel ? isTopicMuted : isMuted})`;
  const first = async (conditions: readonly Fragment[]) => {
    const selection = {
      conditions: all(sql, [...conditions, isShown]),
      page: { direction: "first", limit: 1 },
    } as const;
    const [row] = await sql<{ id: number | null }[]>`
      select min(m.id) as id from (${unreadMessages(sql, realmId, reader.id, places, sql`m.id`, selection)}) m`;
    return row?.id ?? undefined;
  };
  if (walksUnread(context, terms)) return (await first(conditionsIn(context, isNeededInPlaces))) ?? END;
  const unreadIn = (inner: NarrowContext) => [...conditionsIn(inner), isUnread(sql, reader.id, places), isShown];
  if (context.index === undefined) {
    const [row] = await sql<{ id: number | null }[]>`
      select min(m.id) as id from message m ${joins(sql, reader.id)}
      where m.realm_id = ${realmId} ${all(sql, unreadIn(context))}`;
    return row?.id ?? END;
  }
  const oldest = await first([]);
  if (oldest === undefined) return END;
  const { ids } = await walkSearch(context, {
    start: oldest - 1,
    direction: "newer",
    limit: 1,
    deadline: searchDeadline(),
    conditions: unreadIn,
  });
  return ids[0] ?? END;
}
