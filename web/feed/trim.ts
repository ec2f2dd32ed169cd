import { effect } from "@preact/signals";
import { keyOfNarrow } from "../narrow/terms.ts";
import { bounded } from "../narrow/bounded.ts";
import type { MessageMap } from "../state/message-map.ts";
import { recentConversations } from "../state/recent.ts";
import { freshNarrows, messages, state, topics } from "../store.ts";
import { openFeed } from "./selection.ts";

/** A narrow has at most 3,000 messages when it is fetched, and grows by those that come. */
const LIMITS = { narrows: 30, messages: 4000, inNarrow: 3500 };
/** So many more than remain that it happens seldom. */
const MAX_COUNT = 6000;
/** Views of conversations show the newest message of each. */
const MAX_RECENT = 200;

/**
 * A tab that is open for weeks is told of every message: beyond so many, those of views that nobody has looked at lately
 * are dropped, and fetched again where they are wanted. Until the returned function is called.
 */
export function startTrimming(): () => void {
  let used = new Map<string, number>();
  let uses = 0;
  const stopUse = effect(() => {
    uses += 1;
    if (openFeed.value !== undefined) used.set(keyOfNarrow(openFeed.value.narrow), uses);
  });
  const stopTrim = effect(() => {
    if (state.value === undefined || sizeOf(messages.value.byId) <= MAX_COUNT) return;
    const recent = recentConversations(state.value, topics.value, MAX_RECENT);
    const kept = bounded(messages.value, used, LIMITS, new Set(recent.map(({ newestId }) => newestId)));
    used = new Map([...used].filter(([key]) => kept.narrows.has(key)));
    for (const key of freshNarrows) if (!kept.narrows.has(key)) freshNarrows.delete(key);
    messages.value = kept;
  });
  return () => {
    stopUse();
    stopTrim();
  };
}

const sizeOf = (byId: MessageMap): number => byId.values().reduce((sum, chunk) => sum + chunk.size, 0);
