import type { NarrowContext } from "../narrow/context.ts";
import { asksForUnread, isOwnHistory } from "../narrow/history.ts";
import { placesOf } from "../narrow/named.ts";
import { startsFromFlags } from "../narrow/state.ts";
import { isState, type Term } from "../narrow/terms.ts";
import { type ByCondition, byCondition, unreadByCondition } from "./by-condition.ts";
import { type ByConversation, byConversation, hasShortHistory } from "./by-conversation.ts";
import { type NearAnchor, nearAnchor } from "./near-anchor.ts";
import { type SearchIndex, searchIndex, unreadSearchIndex } from "./search-index.ts";
import { type UnreadGaps, unreadGaps } from "./unread-gaps.ts";

/**
 * How the messages of a narrow are found. Every plan that is possible for a narrow gives the same page, so the choice is
 * one of speed alone: test/model/page-plans.test.ts compares them.
 */
export type PagePlan = ByCondition | NearAnchor | ByConversation | UnreadGaps | SearchIndex;

/** How unread messages are found. */
export type UnreadPlan = ByCondition | UnreadGaps | SearchIndex;

export async function choosePlan(context: NarrowContext, terms: readonly Term[]): Promise<PagePlan> {
  // Names that the reader may not know are refused here, even if no message is compared with them.
  placesOf(context, terms);
  if (terms.some(asksForUnread)) return chooseUnreadPlan(context, terms);
  if (context.index !== undefined) return searchIndex(context, terms, context.index);
  if (!isOwnHistory(context, terms)) return byCondition(context, terms);
  const wanted = terms.filter(({ negated }) => !negated);
  if (wanted.some((term) => PLACES.has(term.operator) || startsFromFlags(term))) return byCondition(context, terms);
  if (!wanted.some(isIndexed)) return nearAnchor(context, terms);
  // There is an index for these, too, but all messages that somebody has sent are many more than those of a newcomer.
  return (await hasShortHistory(context)) ? byConversation(context, terms) : byCondition(context, terms);
}

/**
 * The plan for the unread messages of a narrow. Where the narrow gives a list of messages, by words or by the reader's
 * flags, each of those is checked; otherwise they are found by the gaps of what was read.
 */
export function chooseUnreadPlan(context: NarrowContext, terms: readonly Term[]): UnreadPlan {
  if (context.index !== undefined) return unreadSearchIndex(context, terms, context.index);
  return terms.some(startsFromFlags) ? unreadByCondition(context, terms) : unreadGaps(context, terms);
}

const PLACES: ReadonlySet<string> = new Set(["channel", "dm", "dm-including", "group-pm-with", "id"]);
const INDEXED: ReadonlySet<string> = new Set(["sender", "has"]);

/** Whether the messages of a term have an index of all messages, of which the reader may have received few. */
const isIndexed = (term: Term): boolean => INDEXED.has(term.operator) || isState(term, "resolved");
