import type { LogEntry, MessageText } from "./entry.ts";
import type { EventKind } from "./event-kinds.ts";

/** The end of a text: its message was deleted, or got another text. */
export interface TextChange {
  readonly position: number;
  /** Undefined if the message was deleted. */
  readonly text: MessageText | undefined;
}

/** Message ID to the newest change of its text, as far as it is known. */
export type TextChanges = ReadonlyMap<number, TextChange>;

export function noteText(changes: Map<number, TextChange>, entry: LogEntry, kind: EventKind | undefined): void {
  const change = ofMalformedNothing(() => kind?.changesText?.(entry));
  for (const id of change?.ids ?? []) changes.set(id, { position: entry.position, text: change?.text });
}

/** The ID of the message whose text an entry carries. */
export const carriedMessage = ({ event }: LogEntry, kind: EventKind | undefined): number | undefined =>
  ofMalformedNothing(() => event && kind?.carriesText?.messageOf(event));

/** One malformed entry must not stop the others. Delivery skips it and logs it. */
function ofMalformedNothing<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
