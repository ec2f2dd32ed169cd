import { recipientOf } from "../state/conversation.ts";
import { afterMoves } from "./moved-topics.ts";
import type { Event } from "../state/registered.ts";
import { dropOutgoing, keepOutgoing, readOutbox } from "./cache.ts";
import { callWith, isOtherUser, isTemporary, Refusal } from "./http.ts";
import type { Outgoing } from "./protocol.ts";

/**
 * Messages on their way, in the order in which they were written. A message leaves the outbox when its event has come,
 * so that it is never on the screen twice and never absent.
 */
export interface Outbox {
  readonly entries: () => readonly Outgoing[];
  /** Those of a former visit. */
  restore(): Promise<void>;
  /** Forgets all of them, because their author has logged out. */
  clear(): void;
  add(outgoing: Outgoing): void;
  retry(localId: string): void;
  discard(localId: string): void;
  /** Stores what was added before it was known that its author stays logged in. */
  store(): void;
  /** Sends what waits, unless something is uncertain. */
  flush(): Promise<void>;
  /**
   * Where only the queue can tell whether a message was stored, or whether its event is still to come: what to do when the
   * queue has been read from now on.
   */
  uncertain(): (() => void) | undefined;
  /** Events that have come: those of messages that were sent here end their entries. Returns whether any has changed. */
  note(events: readonly Event[]): boolean;
  /** A new registration: whatever was sent before is part of what it answered, and what others wrote is not sent. */
  noteRegistered(): void;
}

interface Options {
  readonly queueId: () => string | undefined;
  readonly ownId: () => number;
  /** Something that people see has changed, except by `note`. */
  readonly onChange: () => void;
  /** A request has failed without an answer, or the session has ended: the queue must be read before anything else is sent. */
  readonly onUncertain: () => void;
}

export function createOutbox({ queueId, ownId, onChange, onUncertain }: Options): Outbox {
  let entries: readonly Outgoing[] = [];
  let isSending = false;
  let isUncertain = false;
  /** What may have been stored by an earlier request, whose event this queue may not have. */
  const attempted = new Set<string>();
  const doubtful = new Set<string>();
  let isTelling = false;

  /** Tells of all changes of one moment at once: each is drawn by every tab. */
  const tell = () => {
    if (isTelling) return;
    isTelling = true;
    queueMicrotask(() => {
      isTelling = false;
      onChange();
    });
  };
  const set = (next: readonly Outgoing[]) => {
    entries = next;
    tell();
  };
  const replace = (localId: string, fields: Partial<Outgoing>) => {
    entries = entries.map((entry) => (entry.localId === localId ? { ...entry, ...fields } : entry));
    const changed = entries.find((entry) => entry.localId === localId);
    if (changed !== undefined) void keepOutgoing(changed);
  };
  const change = (localId: string, fields: Partial<Outgoing>) => {
    replace(localId, fields);
    tell();
  };
  const remove = (isGone: (entry: Outgoing) => boolean): boolean => {
    const gone = entries.filter(isGone);
    for (const { localId } of gone) {
      void dropOutgoing(localId);
      attempted.delete(localId);
      doubtful.delete(localId);
    }
    entries = entries.filter((entry) => !isGone(entry));
    return gone.length > 0;
  };

  const send = async (outgoing: Outgoing): Promise<boolean> => {
    const { localId } = outgoing;
    const queue = queueId();
    change(localId, { progress: "sending" });
    try {
      const headers = { "idempotency-key": localId };
      const options = { headers, as: outgoing.userId, signal: AbortSignal.timeout(SLOWEST_MS) };
      const { id } = await callWith(options, "POST /messages", {
        ...recipientOf(outgoing.conversation, ownId()),
        content: outgoing.content,
        local_id: localId,
        queue_id: queue,
        read_by_sender: true,
      });
      // Nobody sees a difference: its event, which ends the entry, is on its way.
      replace(localId, { progress: "sent", messageId: id });
      // Unless it came by a queue that is gone.
      if (attempted.has(localId) || queue !== queueId()) {
        doubtful.add(localId);
        onUncertain();
      }
      return true;
    } catch (error) {
      if (isTemporary(error)) {
        isUncertain = true;
        attempted.add(localId);
        change(localId, { progress: "waiting" });
        onUncertain();
        return false;
      }
      if (error instanceof Refusal && (error.status === 401 || isOtherUser(error))) {
        // The session has ended: it is sent when its author has logged in again.
        change(localId, { progress: "waiting" });
        onUncertain();
        return false;
      }
      change(localId, { progress: "failed", ...(error instanceof Refusal && { reason: error.message }) });
      return error instanceof Refusal;
    }
  };

  return {
    entries: () => entries.filter(({ userId }) => userId === ownId()),
    async restore() {
      const here = new Set(entries.map(({ localId }) => localId));
      const kept = (await readOutbox()).filter(({ localId }) => !here.has(localId));
      for (const { localId } of kept) attempted.add(localId);
      const waiting = kept.map((entry): Outgoing =>
        entry.progress === "sending" ? { ...entry, progress: "waiting" } : entry,
      );
      set([...waiting, ...entries].sort((a, b) => a.time - b.time));
    },
    clear: () => set([]),
    add(outgoing) {
      void keepOutgoing(outgoing);
      set([...entries, outgoing]);
    },
    retry(localId) {
      set(entries.map((entry) => (entry.localId === localId ? waitingAgain(entry) : entry)));
      change(localId, {});
    },
    discard(localId) {
      if (remove((entry) => entry.localId === localId)) tell();
    },
    store: () => entries.forEach((entry) => void keepOutgoing(entry)),
    async flush() {
      if (isSending || isUncertain) return;
      isSending = true;
      try {
        for (;;) {
          const next = entries.find(({ progress, userId }) => progress === "waiting" && userId === ownId());
          if (next === undefined || !(await send(next))) return;
        }
      } finally {
        isSending = false;
      }
    },
    uncertain() {
      if (!isUncertain && doubtful.size === 0) return undefined;
      const [wasUncertain, late] = [isUncertain, new Set(doubtful)];
      return () => {
        if (wasUncertain) isUncertain = false;
        if (remove(({ localId, progress }) => late.has(localId) && progress === "sent")) tell();
      };
    },
    note(events) {
      const messages = events.filter((event) => event.type === "message");
      const ids = new Set(messages.map(({ message }) => message.id));
      const localIds = new Set(messages.map((event) => event.local_message_id));
      const isEnded = remove(
        ({ localId, messageId }) => localIds.has(localId) || (messageId !== undefined && ids.has(messageId)),
      );
      const moved = entries
        .map((entry) => afterMoves(entry, events))
        .filter((entry, index) => entry !== entries[index]);
      for (const entry of moved) replace(entry.localId, entry);
      return isEnded || moved.length > 0;
    },
    noteRegistered() {
      if (remove(({ progress, userId }) => progress === "sent" || userId !== ownId())) tell();
    },
  };
}

function waitingAgain({ reason: _reason, movedTo: _movedTo, ...outgoing }: Outgoing): Outgoing {
  return { ...outgoing, progress: "waiting" };
}

const SLOWEST_MS = 20_000;
