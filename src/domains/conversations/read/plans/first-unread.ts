import type { Fragment } from "#engine/db/fragment.ts";
import { joins } from "#domains/conversations/queries.ts";
import { topicConditions } from "../muting.ts";
import type { NarrowContext } from "../narrow/context.ts";
import { asksForRead } from "../narrow/history.ts";
import { placesOf } from "../narrow/named.ts";
import { isState, type Term } from "../narrow/terms.ts";
import { unreadMessages, type UnreadPlaces } from "../unread/unread.ts";
import { chooseUnreadPlan, type UnreadPlan } from "./choose-plan.ts";
import { all } from "./page-statement.ts";
import { END } from "./range.ts";
import { searchDeadline, walkSearch } from "./search-walk.ts";

/**
 * The first unread message of a narrow, or the end. Muted messages are skipped, unless the reader narrowed to the muted
 * channel itself.
 */
export async function firstUnread(context: NarrowContext, terms: readonly Term[]): Promise<number> {
  if (terms.some(asksForRead)) return END;
  if (!namesChannel(terms) && terms.some((term) => isState(term, "muted") && !term.negated)) return END;
  return (await firstByPlan(context, terms, chooseUnreadPlan(context, terms))) ?? END;
}

const namesChannel = (terms: readonly Term[]): boolean =>
  terms.some(({ operator, negated }) => operator === "channel" && !negated);

/** The first unread message that a plan finds, and that is not muted. */
export async function firstByPlan(
  context: NarrowContext,
  terms: readonly Term[],
  plan: UnreadPlan,
): Promise<number | undefined> {
  const { sql, model, reader } = context;
  const { isTopicMuted, isMuted } = topicConditions(sql, model.realm.id, reader.id);
  const isShown = sql`not (${namesChannel(terms) ? isTopicMuted : isMuted})`;
  switch (plan.kind) {
    case "unreadGaps":
      return firstInGaps(context, plan.places, [...plan.conditions, isShown]);
    case "byCondition": {
      const [row] = await sql<{ id: number | null }[]>`
        select min(m.id) as id from message m ${joins(sql, reader.id)}
        where m.realm_id = ${model.realm.id} ${all(sql, [...plan.conditions, isShown])}`;
      return row?.id ?? undefined;
    }
    case "searchIndex": {
      const oldest = await firstInGaps(context, placesOf(context, terms), [isShown]);
      if (oldest === undefined) return undefined;
      const { index, conditions } = plan;
      const { ids } = await walkSearch(context, {
        index,
        start: oldest - 1,
        direction: "newer",
        limit: 1,
        deadline: searchDeadline(),
        conditions: (inner) => [...conditions(inner), isShown],
      });
      return ids[0];
    }
  }
}

async function firstInGaps(
  { sql, model, reader }: NarrowContext,
  places: UnreadPlaces,
  conditions: readonly Fragment[],
): Promise<number | undefined> {
  const selection = { conditions: all(sql, conditions), page: { direction: "first", limit: 1 } } as const;
  const [row] = await sql<{ id: number | null }[]>`
    select min(m.id) as id
    from (${unreadMessages(sql, model.realm.id, reader.id, places, sql`m.id`, selection)}) m`;
  return row?.id ?? undefined;
}
