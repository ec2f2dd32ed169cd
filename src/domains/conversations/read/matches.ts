import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { createHighlighter } from "#search/highlight.ts";
import type { ReadableMessage } from "../access.ts";
import type { Searches } from "./narrow/context.ts";
import { shownTopic } from "../topics/topic.ts";

export interface Match {
  readonly match_content: string;
  readonly match_subject: string;
}

/** Highlights the matches of a search in messages, whose HTML must be loaded. Negated terms are not highlighted. */
export async function matchesIn(
  realm: RealmRuntime,
  searches: Searches,
  messages: readonly ReadableMessage[],
  allowEmptyTopic: boolean,
): Promise<(message: ReadableMessage) => Match> {
  const plans = [...searches].filter(([term]) => !term.negated).map(([, plan]) => plan);
  const texts = messages.flatMap(({ topic, renderedContent }) => [topic, renderedContent]);
  const highlighter = await createHighlighter(readPool(realm), plans, texts);
  return ({ isDirect, topic, renderedContent }) => ({
    match_content: highlighter.html(renderedContent),
    match_subject: isDirect ? "" : highlighter.plain(shownTopic(topic, allowEmptyTopic)),
  });
}
