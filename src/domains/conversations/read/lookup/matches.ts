import { createTurns } from "#platform/limits/turns.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { createHighlighter } from "#search/highlight.ts";
import type { ReadableMessage } from "../../access.ts";
import { MAX_PAGE_BYTES } from "../page-size.ts";
import type { Searches } from "../narrow/context.ts";
import { shownTopic } from "../../topics/topic.ts";

export interface Match {
  readonly match_content: string;
  readonly match_subject: string;
}

/** The HTML of one response with its marks, in characters: each letter may be marked, and is then thirty times as long. */
const MAX_MARKED = 2 * MAX_PAGE_BYTES;

/**
 * Highlights the matches of a search in messages, whose HTML must be loaded: in the order of the messages, while others are
 * served. Negated terms are not highlighted, and nothing is once the marked HTML is too long.
 */
export async function matchesIn(
  realm: RealmRuntime,
  searches: Searches,
  messages: readonly ReadableMessage[],
  allowEmptyTopic: boolean,
): Promise<Match[]> {
  const plans = [...searches].filter(([term]) => !term.negated).map(([, plan]) => plan);
  const texts = messages.flatMap(({ topic, renderedContent }) => [topic, renderedContent]);
  const highlighter = await createHighlighter(readPool(realm), plans, texts);
  const pause = createTurns();
  const matches: Match[] = [];
  let marked = 0;
  for (const { isDirect, topic, renderedContent } of messages) {
    const match_content = marked > MAX_MARKED ? renderedContent : highlighter.html(renderedContent);
    const match_subject = isDirect ? "" : highlighter.plain(shownTopic(topic, allowEmptyTopic));
    marked += match_content.length;
    matches.push({ match_content, match_subject });
    await pause();
  }
  return matches;
}
