/** The flags that a user may change. */
export const EDITABLE_FLAGS = ["read", "starred", "collapsed"] as const;
export type EditableFlag = (typeof EDITABLE_FLAGS)[number];

/** What `message_flag.bits` means. Being read is kept elsewhere, as ranges. */
export const BITS = { starred: 1, collapsed: 2, historical: 32 } as const;

/** What is known of a message and one of its readers. */
export interface ReaderState {
  readonly bits: number;
  readonly isRead: boolean;
  /** Whether it came to the reader when it was sent, or was added to their history later. */
  readonly isOwn: boolean;
}

/** The flags in the order in which clients are used to see them. */
export function flagNames({ bits, isRead, isOwn }: ReaderState): string[] {
  if (!isOwn) return ["read", "historical"];
  const flags: string[] = [];
  if (isRead) flags.push("read");
  if ((bits & BITS.starred) !== 0) flags.push("starred");
  if ((bits & BITS.collapsed) !== 0) flags.push("collapsed");
  if ((bits & BITS.historical) !== 0) flags.push("historical");
  return flags;
}
