import { effect } from "@preact/signals";
import { t } from "../language/text.ts";
import { idsIn } from "../narrow/search-kept.ts";
import { keyOfNarrow, type Narrow } from "../narrow/terms.ts";
import type { MessageMap } from "../state/message-map.ts";
import type { Topics } from "../state/topics.ts";
import { channels, connection, current, messages, topics } from "../store.ts";
import { findKept, type Kept } from "./kept.ts";

/** Shows what this device has while there is no network, until the returned function is called. */
export function startFindingKept(): () => void {
  findKept.value = kept;
  const stop = effect(showKeptTopics);
  return () => {
    findKept.value = undefined;
    stop();
  };
}

/** What was found last: a feed asks each time that it is drawn. */
let last: { readonly byId: MessageMap; readonly key: string; readonly found: Kept } | undefined;

function kept(narrow: Narrow): Kept | undefined {
  if (connection.value !== "offline") return undefined;
  const { byId } = messages.value;
  const key = keyOfNarrow(narrow);
  if (last?.byId === byId && last.key === key) return last.found;
  const ids = idsIn(byId, narrow, current.value.ownId);
  // Whether there is anything older or newer is not known, but nobody can be asked.
  const found = { run: { ids: ids ?? [], hasOldest: true, hasNewest: true }, note: noteFor(narrow, ids) };
  last = { byId, key, found };
  return found;
}

function noteFor(narrow: Narrow, ids: readonly number[] | undefined): string {
  if (ids === undefined) return t("This search needs a connection.");
  return narrow.some(({ operator }) => operator === "search")
    ? t("You are offline: only messages on this device were searched.")
    : t("You are offline: only messages on this device are shown.");
}

/** Without a network, topics are those of the messages that are here; after it they are asked for again. */
let shown: readonly number[] = [];

function showKeptTopics(): void {
  if (connection.value === "offline") {
    const missing = [...channels.value.subscribed.keys()].filter((id) => !topics.peek().has(id));
    if (missing.length === 0) return;
    shown = [...shown, ...missing];
    topics.value = new Map([...topics.peek(), ...topicsIn(messages.peek().byId, missing)]);
  } else if (shown.length > 0 && connection.value === "live") {
    const asked = new Map(topics.peek());
    for (const id of shown) asked.delete(id);
    shown = [];
    topics.value = asked;
  }
}

/** The topics of channels, as far as messages of them are here. */
function topicsIn(byId: MessageMap, channelIds: readonly number[]): Topics {
  const found = new Map(channelIds.map((id) => [id, new Map<string, { name: string; newestId: number }>()]));
  for (const chunk of byId.values()) {
    for (const { stream_id: channelId, subject: name, id } of chunk.values()) {
      const list = found.get(channelId ?? -1);
      const key = name.toLowerCase();
      if (list !== undefined && id > (list.get(key)?.newestId ?? -1)) list.set(key, { name, newestId: id });
    }
  }
  return new Map([...found].map(([id, list]) => [id, [...list.values()].sort((a, b) => b.newestId - a.newestId)]));
}
