import { indexState } from "#search/queries.ts";
import type { NarrowContext } from "#domains/conversations/read/narrow/context.ts";
import { asksForUnread, isOwnHistory } from "#domains/conversations/read/narrow/history.ts";
import type { Term } from "#domains/conversations/read/narrow/terms.ts";
import { byCondition, unreadByCondition } from "#domains/conversations/read/plans/by-condition.ts";
import { byConversation } from "#domains/conversations/read/plans/by-conversation.ts";
import type { PagePlan, UnreadPlan } from "#domains/conversations/read/plans/choose-plan.ts";
import { nearAnchor } from "#domains/conversations/read/plans/near-anchor.ts";
import { searchIndex, unreadSearchIndex } from "#domains/conversations/read/plans/search-index.ts";
import { unreadGaps } from "#domains/conversations/read/plans/unread-gaps.ts";
import { REALM_ID } from "../../harness/cast.ts";

/** Every plan that gives the page of a narrow, whichever would be chosen; the search index if it is wanted or needed. */
export async function possiblePlans(
  context: NarrowContext,
  terms: readonly Term[],
  isByIndex: boolean,
): Promise<PagePlan[]> {
  const isForUnread = terms.some(asksForUnread);
  // A narrow that is refused is refused here: a search looks at the other conditions only when it has found words.
  const byConditions = byCondition(context, terms);
  const plans: PagePlan[] = [];
  if (isByIndex || context.index !== undefined) {
    const index = context.index ?? (await indexState(context.sql, REALM_ID));
    plans.push(searchIndex(context, terms, index));
    if (isForUnread) plans.push(unreadSearchIndex(context, terms, index));
  }
  // Only the index knows which messages have the words.
  if (context.index !== undefined) return plans;
  plans.push(byConditions);
  if (isForUnread) plans.push(unreadByCondition(context, terms), unreadGaps(context, terms));
  // What is unread was received, or added to the history.
  if (!isForUnread && !isOwnHistory(context, terms)) return plans;
  return [...plans, nearAnchor(context, terms), byConversation(context, terms)];
}

/** Every plan that gives the unread messages of a narrow, whether it asks for them or not. */
export const possibleUnreadPlans = (context: NarrowContext, terms: readonly Term[]): UnreadPlan[] =>
  context.index === undefined
    ? [unreadByCondition(context, terms), unreadGaps(context, terms)]
    : [unreadSearchIndex(context, terms, context.index)];
