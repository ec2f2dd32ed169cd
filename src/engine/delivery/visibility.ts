import { type AccessHistory, accessAt, nextChange } from "#engine/model/access/history.ts";
import type { AccessModel } from "#engine/model/access/access-model.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import { hadBeforeMove, mayHave, type MoveAudience } from "#engine/log/audience.ts";
import { type LogEntry, onlyTo } from "#engine/log/entry.ts";
import type { EventKind, Viewpoint } from "#engine/log/event-kinds.ts";
import { carriedMessage, type TextChange } from "#engine/log/message-text.ts";
import { isStillTheirs, type Moved, withoutLost } from "#engine/log/moved.ts";
import type { Queue } from "#engine/log/queue.ts";

/**
 * The rule for clients that read an event after it happened. They get the event if
 * - they could see it at its position in the log, as a parked poll would have,
 * - and they may see it now, wherever its message has moved since.
 * Text that was deleted or replaced since is removed from it. The model at delivery (deliver.ts) decides about "now",
 * except for moves and deletions: those who had messages that were deleted are told so, whatever they may see now.
 *
 * A move between channels is two entries, one for those who can read the messages afterwards and one for those who
 * cannot. A late reader who had the messages then gets exactly one of them: the second one unless they get the first,
 * also if they have lost the channel since in which they had them.
 */
export interface Past {
  readonly access: AccessHistory;
  readonly moved: Moved;
  /** The newest change of a message's text. */
  readonly textChange: (messageId: number) => TextChange | undefined;
}

/** What a late reader gets in place of an entry. */
export interface LateEntry {
  readonly entry: LogEntry;
  /** The reader's access at the position of the entry, if it has changed since. */
  readonly viewpoint: Viewpoint | undefined;
  /** The access model at the position up to which the reader has read. */
  readonly readUpTo: AccessModel;
}

export type LateView = (entry: LogEntry) => LateEntry | undefined;

/** The entries after a position as a late reader gets them. The view is valid until the model changes. */
export function lateView(
  model: Model,
  user: User,
  queue: Queue,
  past: Past,
  after: number,
  kindOf: (entry: LogEntry) => EventKind | undefined,
): LateView {
  /** Between two access changes one viewpoint serves all positions. */
  let last: Viewpoint | undefined;
  let lastEnds: number | undefined;

  const viewpointAt = (position: number): Viewpoint | undefined => {
    const next = nextChange(past.access, position);
    if (next === lastEnds) return last;
    lastEnds = next;
    const access = next === undefined ? undefined : accessAt(model, past.access, position);
    return (last = access && { access, user: access.users.get(user.id) ?? user });
  };

  const readUpTo = nextChange(past.access, after) === undefined ? model : accessAt(model, past.access, after);

  const couldSee = ({ audience }: Pick<LogEntry, "audience">, then: Viewpoint): boolean =>
    audience === undefined || mayHave(then.access, then.user, audience, queue.options.allPublicStreams);

  const lostByMove = (entry: LogEntry, audience: MoveAudience): LateEntry | undefined => {
    const then = viewpointAt(entry.position);
    if (!hadBeforeMove(then?.access ?? model, then?.user ?? user, audience)) return undefined;
    const kept: MoveAudience = { ...audience, side: "keepers" };
    const readsThem =
      (then === undefined || couldSee({ audience: kept }, then)) &&
      mayHave(model, user, kept, queue.options.allPublicStreams) &&
      isStillTheirs(model, user, kept, past.moved);
    return readsThem ? undefined : { entry: { ...entry, audience: onlyTo(user) }, viewpoint: then, readUpTo };
  };

  const lostThen = (entry: LogEntry): LateEntry | undefined => {
    const then = viewpointAt(entry.position);
    if (then === undefined) return { entry, viewpoint: undefined, readUpTo };
    return couldSee(entry, then)
      ? { entry: { ...entry, audience: onlyTo(user) }, viewpoint: then, readUpTo }
      : undefined;
  };

  return (entry) => {
    const { audience } = entry;
    if (audience?.to === "across" && audience.side === "losers") return lostByMove(entry, audience);
    if (audience?.to === "holders" && kindOf(entry)?.isLoss === true) return lostThen(entry);
    const held = past.moved.size === 0 ? entry : withoutLost(model, user, entry, past.moved);
    if (held === undefined) return undefined;
    const then = viewpointAt(entry.position);
    if (then !== undefined && !couldSee(held, then)) return undefined;
    const left = withPresentText(model, held, kindOf(entry), past);
    return left && { entry: left, viewpoint: then, readUpTo };
  };
}

function withPresentText(
  model: Model,
  entry: LogEntry,
  kind: EventKind | undefined,
  { textChange }: Past,
): LogEntry | undefined {
  const { event, position } = entry;
  const messageId = carriedMessage(entry, kind);
  const change = messageId === undefined ? undefined : textChange(messageId);
  if (event === undefined || kind?.carriesText === undefined) return entry;
  if (change === undefined || change.position <= position) return entry;
  const left = kind.carriesText.withText(event, change.text, model);
  if (left === undefined || left === event) return left && entry;
  return { ...entry, event: left };
}
