import { fetchByIds } from "../../feed/fetch-by-id.ts";
import { fetchAround, fetchOlder, isStale } from "../../feed/fetch.ts";
import { call } from "../../link/http.ts";
import { keyOfNarrow } from "../../narrow/terms.ts";
import { conversationOf, keyOf } from "../../state/conversation.ts";
import { type MessageMap, messageIn } from "../../state/message-map.ts";
import { current, messages } from "../../store.ts";
import { signal } from "@preact/signals";

/** So many messages one request asks for. */
const MAX_AT_ONCE = 100;

/** What has been asked for, so that an answer without it does not lead to the same question. */
const asked = new Set<number>();

/** Fetches messages that are not here yet. A view that is drawn again asks again for what could not be fetched. */
export async function fetchMissing(ids: readonly number[]): Promise<void> {
  const { byId } = messages.peek();
  const missing = ids.filter((id) => messageIn(byId, id) === undefined && !asked.has(id)).slice(0, MAX_AT_ONCE);
  if (missing.length === 0) return;
  for (const id of missing) asked.add(id);
  try {
    await fetchByIds(missing);
  } catch {
    for (const id of missing) asked.delete(id);
  }
}

/** Enough to know who takes part in what is recent. */
const RECENT_COUNT = 250;

/** Fetches the newest messages of everything, by which participants are known. */
export async function fetchRecent(): Promise<void> {
  if (isStale([])) await fetchAround([], "newest");
  const run = messages.value.narrows.get(keyOfNarrow([]))?.runs.at(-1);
  if (run !== undefined && !run.hasOldest && run.ids.length < RECENT_COUNT) await fetchOlder([], run);
}

let known: { readonly byId: MessageMap; readonly found: ReadonlyMap<string, readonly number[]> } | undefined;

/** Who has written in each conversation, as far as messages are here: who wrote last comes first. */
export function participants(): ReadonlyMap<string, readonly number[]> {
  const { byId } = messages.value;
  if (known?.byId === byId) return known.found;
  const all = [...byId.values()].flatMap((chunk) => [...chunk.values()]).sort((a, b) => b.id - a.id);
  const found = new Map<string, number[]>();
  for (const message of all) {
    const key = keyOf(conversationOf(message, current.peek().ownId));
    const ids = found.get(key);
    if (ids === undefined) found.set(key, [message.sender_id]);
    else if (!ids.includes(message.sender_id)) ids.push(message.sender_id);
  }
  known = { byId, found };
  return found;
}

/** Where the user has written lately; undefined until it has been asked for. */
const written = signal<ReadonlySet<string> | undefined>(undefined);
const MAX_WRITTEN = 500;

/** Conversations in which the user has written: those that the server tells, and those of messages that are here. */
export function participated(): ReadonlySet<string> {
  const { ownId } = current.value;
  const here = [...participants()].flatMap(([key, ids]) => (ids.includes(ownId) ? [key] : []));
  return new Set([...here, ...(written.value ?? [])]);
}

export async function fetchParticipated(): Promise<void> {
  if (written.value !== undefined) return;
  const { ownId } = current.peek();
  const { messages: own } = await call("GET /messages", {
    anchor: "newest",
    num_before: MAX_WRITTEN,
    num_after: 0,
    narrow: [{ operator: "sender", operand: ownId }],
    client_gravatar: false,
    allow_empty_topic_name: true,
  });
  written.value = new Set(own.map((message) => keyOf(conversationOf(message, ownId))));
}
