import type { Model } from "#engine/model/model.ts";
import { mayReadMessage, type Stay, type Whereabouts } from "#engine/model/access/permissions.ts";
import type { User } from "#engine/model/records.ts";
import type { Audience, LogEntry } from "./entry.ts";

/**
 * Messages that have moved to another channel, with where they are now or were when deleted. An event refers to a
 * message in the channel of that time, and a late reader may have lost the message by a later move.
 */
export type Moved = ReadonlyMap<number, Whereabouts>;

/** Notes where the messages of an entry have gone, if it is about a move. */
export function noteMoves(moved: Map<number, Whereabouts>, { audience }: LogEntry): void {
  if (audience?.to !== "across" || audience.side !== "keepers") return;
  const { from, into, at, messages } = audience;
  for (const { id, moves } of messages) {
    const stays: readonly Stay[] = [...(moves ?? [[from, id] as const]), [into, at]];
    moved.set(id, { id, conversationId: into, moves: stays });
  }
}

/** Whether a user may still read one of the messages that an event is about. */
export function isStillTheirs(model: Model, user: User, audience: Audience | undefined, moved: Moved): boolean {
  const ids = messagesOf(audience);
  return ids.length === 0 || ids.some((id) => mayStillRead(model, user, moved.get(id)));
}

/**
 * The entry for the messages that the user may still read, wherever they have moved since; nothing if there are none. All
 * later questions are about these messages alone: one that they lost must not stand for one that they never had.
 */
export function withoutLost(model: Model, user: User, entry: LogEntry, moved: Moved): LogEntry | undefined {
  const { audience } = entry;
  if (!isStillTheirs(model, user, audience, moved)) return undefined;
  if (audience?.to !== "holders" && audience?.to !== "across") return entry;
  const messages = audience.messages.filter(({ id }) => mayStillRead(model, user, moved.get(id)));
  return messages.length === audience.messages.length ? entry : { ...entry, audience: { ...audience, messages } };
}

function mayStillRead(model: Model, user: User, now: Whereabouts | undefined): boolean {
  if (now === undefined) return true;
  const channel = model.channels.get(now.conversationId);
  return channel !== undefined && mayReadMessage(model, user, channel, now);
}

export function messagesOf(audience: Audience | undefined): readonly number[] {
  if (audience?.to === "receivers") return [audience.message];
  // The entry for those who lose messages by a move is not judged by where the messages are now.
  const hasReaders = audience?.to === "holders" || (audience?.to === "across" && audience.side === "keepers");
  return hasReaders ? audience.messages.map(({ id }) => id) : [];
}
