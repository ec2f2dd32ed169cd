import type { Runs } from "../narrow/ranges.ts";
import type { Narrow } from "../narrow/terms.ts";
import { withMessages } from "../state/message-map.ts";
import { type Messages, NO_MESSAGES } from "../narrow/messages.ts";
import type { Message } from "../state/registered.ts";

/** A narrow with its messages, as it is stored. */
export interface KeptNarrow {
  readonly key: string;
  readonly narrow: Narrow;
  readonly runs: Runs;
  readonly messages: readonly Message[];
  /** When somebody looked at it last, in milliseconds. */
  readonly usedAt: number;
}

export const restoredFrom = (kept: readonly KeptNarrow[]): Messages => ({
  byId: withMessages(
    NO_MESSAGES.byId,
    new Map(kept.flatMap(({ messages }) => messages.map((message) => [message.id, message] as const))),
  ),
  narrows: new Map(kept.map(({ key, narrow, runs }) => [key, { narrow, runs }])),
});
