import { inBackground } from "../link/background.ts";
import { call } from "../link/http.ts";
import { boundsOf, isDateTerm, isWithin } from "../narrow/dates.ts";
import type { Run } from "../narrow/ranges.ts";
import { conditionsOf, isPlaceNarrow, keyOfNarrow, type Narrow, nearOf } from "../narrow/terms.ts";
import { type Answered, reduceMessages, withAnswer } from "../narrow/messages.ts";
import {
  connection,
  current,
  freshNarrows,
  messages,
  position,
  post,
  registration,
  withEventsMeanwhile,
} from "../store.ts";

/** Enough for two screens, and a small answer. */
const PAGE = 60;
/** While somebody scrolls, fewer and larger answers. */
const MORE = 200;
const AROUND = { before: 40, after: 40 };

export type Anchor = number | "newest" | "first_unread";

/** Whether events may have been missed since a narrow was fetched. */
export const isStale = (narrow: Narrow): boolean => !freshNarrows.has(keyOfNarrow(narrow));

export const fetchAround = (narrow: Narrow, anchor: Anchor): Promise<void> =>
  anchor === "newest" ? fetchRange(narrow, anchor, PAGE, 0) : fetchRange(narrow, anchor, AROUND.before, AROUND.after);

export const fetchOlder = (narrow: Narrow, { ids }: Run): Promise<void> =>
  fetchRange(narrow, ids[0] ?? "newest", MORE, 0);
export const fetchNewer = (narrow: Narrow, { ids }: Run): Promise<void> =>
  fetchRange(narrow, ids.at(-1) ?? "newest", 0, MORE);

/** What is asked for before the state is known, by narrow. */
const early = new Map<string, Promise<void>>();

/**
 * Fetches what a narrow will show before there is a state. The answer may be older than the state will be, and no
 * events tell what happened in between: it is shown at once, and fetched again.
 */
export function fetchEarly(narrow: Narrow): void {
  const key = keyOfNarrow(narrow);
  const near = nearOf(narrow);
  const show = async () => {
    const found = await ask(narrow, near ?? "first_unread", near === undefined ? PAGE : AROUND.before, AROUND.after);
    if (connection.value !== "logged-out")
      messages.value = withAnswer(messages.value, narrow, { ...found, isFresh: true });
  };
  // The feed will ask again, and show what is wrong.
  early.set(key, inBackground(show()));
}

/** Waits for what was asked for early. */
export const earlyAnswer = async (narrow: Narrow): Promise<void> => {
  const key = keyOfNarrow(narrow);
  await early.get(key);
  early.delete(key);
};

/** What the server finds, without what is outside the dates of the narrow: where those end, so does the narrow. */
async function ask(narrow: Narrow, anchor: Anchor, before: number, after: number): Promise<Omit<Answered, "isFresh">> {
  const bounds = boundsOf(narrow);
  const end = anchor === "newest" && Number.isFinite(bounds.to) ? await boundaryAt(bounds.to) : undefined;
  const found = await askServer(narrow, end ?? anchor, before, after);
  const messages = found.messages.filter(({ timestamp }) => isWithin(bounds, timestamp));
  return {
    messages,
    hasOldest: found.hasOldest || found.messages.some(({ timestamp }) => timestamp < bounds.from),
    hasNewest: found.hasNewest || end !== undefined || found.messages.some(({ timestamp }) => timestamp >= bounds.to),
  };
}

const boundaries = new Map<number, number>();

/**
 * The first ID at a time or after it, of everything that the user has received. Undefined if nothing has been sent since:
 * then it may still come before that time.
 */
async function boundaryAt(seconds: number): Promise<number | undefined> {
  const known = boundaries.get(seconds);
  if (known !== undefined) return known;
  const date = new Date(seconds * 1000).toISOString();
  const [first] = (await call("GET /messages", { anchor: "date", anchor_date: date })).messages;
  if (first === undefined || first.timestamp < seconds) return undefined;
  boundaries.set(seconds, first.id);
  return first.id;
}

async function askServer(narrow: Narrow, anchor: Anchor, before: number, after: number) {
  const answer = await call("GET /messages", {
    anchor,
    num_before: before,
    num_after: after,
    narrow: wireForm(narrow),
    client_gravatar: false,
    allow_empty_topic_name: true,
  });
  return { messages: answer.messages, hasOldest: answer.found_oldest, hasNewest: answer.found_newest };
}

async function fetchRange(narrow: Narrow, anchor: Anchor, before: number, after: number): Promise<void> {
  const { ownId } = current.value;
  const since = { registration: registration.value, position };
  const { answer: found, meanwhile } = await withEventsMeanwhile(() => ask(narrow, anchor, before, after));
  const added = withAnswer(messages.value, narrow, { ...found, isFresh: isStale(narrow) });
  if (since.registration === registration.value) freshNarrows.add(keyOfNarrow(narrow));
  messages.value = meanwhile.reduce((all, event) => reduceMessages(all, event, ownId), added);
  if (since.position === undefined || !isPlaceNarrow(narrow)) return;
  const { queueId, lastEventId } = since.position;
  post({ kind: "fetched", queueId, fetched: { narrow, ...found, since: lastEventId } });
}

/** Dates are this client's own: the server does not know them. */
export const wireForm = (narrow: Narrow) =>
  conditionsOf(narrow)
    .filter((term) => !isDateTerm(term))
    .map(({ operator, operand, negated = false }) => ({
      operator,
      operand: typeof operand === "object" ? [...operand] : operand,
      negated,
    }));
