import { call } from "../link/http.ts";
import type { Run } from "../narrow/ranges.ts";
import { conditionsOf, keyOfNarrow, type Narrow } from "../narrow/terms.ts";
import { reduceMessages, withAnswer } from "../state/messages.ts";
import type { Event } from "../state/registered.ts";
import { current, messages, onEvents, registration } from "../store.ts";

/** Enough for two screens, and a small answer. */
const PAGE = 60;
const AROUND = { before: 40, after: 40 };

export type Anchor = number | "newest";

/** Narrows to the registration whose events have kept them current. */
const freshSince = new Map<string, number>();

/** Whether events may have been missed since a narrow was fetched. */
export const isStale = (narrow: Narrow): boolean => freshSince.get(keyOfNarrow(narrow)) !== registration.value;

export const fetchAround = (narrow: Narrow, anchor: Anchor): Promise<void> =>
  anchor === "newest" ? fetchRange(narrow, anchor, PAGE, 0) : fetchRange(narrow, anchor, AROUND.before, AROUND.after);

export const fetchOlder = (narrow: Narrow, { ids }: Run): Promise<void> =>
  fetchRange(narrow, ids[0] ?? "newest", PAGE, 0);
export const fetchNewer = (narrow: Narrow, { ids }: Run): Promise<void> =>
  fetchRange(narrow, ids.at(-1) ?? "newest", 0, PAGE);

async function fetchRange(narrow: Narrow, anchor: Anchor, before: number, after: number): Promise<void> {
  const { ownId } = current.value;
  const since = registration.value;
  // The answer may be older than events that come meanwhile: they are applied again after it.
  const meanwhile: Event[] = [];
  const stop = onEvents((events) => meanwhile.push(...events));
  try {
    const answer = await call("GET /messages", {
      anchor,
      num_before: before,
      num_after: after,
      narrow: wireForm(narrow),
      client_gravatar: false,
      allow_empty_topic_name: true,
    });
    const added = withAnswer(messages.value, narrow, {
      messages: answer.messages,
      hasOldest: answer.found_oldest,
      hasNewest: answer.found_newest,
      isFresh: isStale(narrow),
    });
    freshSince.set(keyOfNarrow(narrow), since);
    messages.value = meanwhile.reduce((all, event) => reduceMessages(all, event, ownId), added);
  } finally {
    stop();
  }
}

const wireForm = (narrow: Narrow) =>
  conditionsOf(narrow).map(({ operator, operand, negated = false }) => ({
    operator,
    operand: typeof operand === "object" ? [...operand] : operand,
    negated,
  }));
