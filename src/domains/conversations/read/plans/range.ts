export type Anchor = "newest" | "oldest" | "first_unread" | number;

/** The first message of a narrow that was sent at a time (UNIX seconds) or after it, else its newest. */
export interface SentSince {
  readonly since: number;
}

/** An anchor beyond every message. */
export const END = 10_000_000_000_000_000;

export interface AnchorRange {
  readonly anchor: Anchor | SentSince;
  readonly includeAnchor: boolean;
  readonly numBefore: number;
  readonly numAfter: number;
}

/** A range with a number for its anchor. */
export interface ExactRange extends AnchorRange {
  readonly start: number;
}

/** The messages that a search had no time for: those before and those after an ID. */
export interface Unsearched {
  readonly before?: number;
  readonly after?: number;
}

/** Whether a page has its anchor, and the first and the last message of its narrow. */
export interface PageEnds {
  readonly foundAnchor: boolean;
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
  readonly unsearched: Unsearched | undefined;
}

export const includesAnchor = ({ includeAnchor, start }: ExactRange): boolean =>
  includeAnchor && start > 0 && start !== END;

/** The ends of a page with these messages, if it has all that there are. */
export function endsOf({ start, anchor, numBefore, numAfter }: ExactRange, ids: readonly number[]): PageEnds {
  const before = ids.filter((id) => id < start).length;
  const after = ids.filter((id) => id > start).length;
  return {
    foundAnchor: before + after < ids.length,
    foundOldest: anchor === "oldest" || before < numBefore,
    foundNewest: start === END || after < numAfter,
    unsearched: undefined,
  };
}
