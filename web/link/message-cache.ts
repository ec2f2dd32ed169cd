import { isPlaceNarrow, keyOfNarrow } from "../narrow/terms.ts";
import { mayLoseMessages } from "../narrow/lost-access.ts";
import { messageIn } from "../state/message-map.ts";
import { bounded, idsOf } from "../narrow/bounded.ts";
import { type Messages, type NarrowRuns, NO_MESSAGES, reduceMessages, withAnswer } from "../narrow/messages.ts";
import type { Event } from "../state/registered.ts";
import { type KeptNarrow, restoredFrom } from "./kept-narrow.ts";
import type { Fetched } from "./protocol.ts";

/** What has changed since it was stored last. */
export interface KeptChanges {
  readonly put: readonly KeptNarrow[];
  readonly drop: readonly string[];
}

/**
 * The messages that tabs have shown last, which the next tab shows before the server has answered. They follow the
 * queue: what is stored has seen every event up to the stored position, and may have seen later ones, because events
 * may be applied again. What tabs fetch may be older than events that have been applied, so those are applied again.
 */
export interface MessageCache {
  current(): Messages;
  restore(kept: readonly KeptNarrow[]): void;
  /** What a tab has fetched. It is left out where events are no longer known that it may have missed. */
  add(fetched: Fetched, ownId: number): void;
  noteUse(key: string): void;
  apply(events: readonly Event[], ownId: number): void;
  /** Another queue begins, whose events after this one will come. */
  clear(lastEventId: number): void;
  takeChanges(): KeptChanges;
  /** Nothing is stored any more. */
  noteDropped(): void;
}

const LIMITS = { narrows: 30, messages: 2000, inNarrow: 200 };
/** Far more than come while an answer is on its way. */
const MAX_EVENTS = 300;

export function createMessageCache(now: () => number = Date.now): MessageCache {
  let messages = NO_MESSAGES;
  let used = new Map<string, number>();
  let stored = new Map<string, KeptNarrow>();
  let recent: readonly Event[] = [];
  /** Events up to this one are no longer in `recent`. */
  let forgottenUpTo = -1;

  const forgetMessages = () => {
    messages = NO_MESSAGES;
    used = new Map();
  };
  const bound = () => {
    messages = bounded(messages, used, LIMITS);
    used = new Map([...used].filter(([key]) => messages.narrows.has(key)));
  };

  return {
    current: () => messages,
    restore(kept) {
      messages = restoredFrom(kept);
      for (const row of kept) {
        used.set(row.key, row.usedAt);
        stored.set(row.key, row);
      }
    },
    add({ narrow, messages: found, hasOldest, hasNewest, since }, ownId) {
      const later = recent.filter(({ id }) => id > since);
      const isTooOld = since < forgottenUpTo || later.some((event) => mayLoseMessages(event, ownId));
      if (isTooOld || !isPlaceNarrow(narrow)) return;
      const added = withAnswer(messages, narrow, { messages: found, hasOldest, hasNewest, isFresh: false });
      messages = later.reduce((all, event) => reduceMessages(all, event, ownId), added);
      used.set(keyOfNarrow(narrow), now());
      bound();
    },
    noteUse(key) {
      if (used.has(key)) used.set(key, now());
    },
    apply(events, ownId) {
      const all = [...recent, ...events];
      recent = all.slice(-MAX_EVENTS);
      forgottenUpTo = all.at(-MAX_EVENTS - 1)?.id ?? forgottenUpTo;
      if (events.some((event) => mayLoseMessages(event, ownId))) forgetMessages();
      messages = events.reduce((before, event) => reduceMessages(before, event, ownId), messages);
      bound();
    },
    clear(lastEventId) {
      forgetMessages();
      recent = [];
      forgottenUpTo = lastEventId;
    },
    takeChanges() {
      const next = new Map([...messages.narrows.keys()].map((key) => [key, keptNarrow(messages, used, key)]));
      const put = [...next.values()].filter((row) => !isSame(row, stored.get(row.key)));
      const drop = [...stored.keys()].filter((key) => !next.has(key));
      stored = next;
      return { put, drop };
    },
    noteDropped() {
      stored = new Map();
    },
  };
}

const isSame = (narrow: KeptNarrow, other: KeptNarrow | undefined): boolean =>
  other !== undefined &&
  narrow.runs === other.runs &&
  narrow.messages.length === other.messages.length &&
  narrow.messages.every((message, index) => message === other.messages[index]);

function keptNarrow({ byId, narrows }: Messages, used: ReadonlyMap<string, number>, key: string): KeptNarrow {
  const { narrow, runs } = narrows.get(key) as NarrowRuns;
  const found = idsOf(runs).flatMap((id) => messageIn(byId, id) ?? []);
  return { key, narrow, runs, messages: found, usedAt: used.get(key) ?? 0 };
}
