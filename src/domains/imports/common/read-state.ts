interface Reading {
  /** Pairs of the first and the last message of a range. */
  readonly ranges: number[];
}

/**
 * Which messages everybody has read, gathered message by message in the order of their IDs. A range may include messages
 * of other conversations, so one range lasts until a message of its conversation is not read.
 */
export function readStates() {
  const byConversation = new Map<number, Map<number, Reading>>();
  const newest = new Map<number, number>();
  return {
    /** Adds a message of a conversation, with those who have read it. */
    add(conversationId: number, messageId: number, readers: Iterable<number>): void {
      const readings = byConversation.get(conversationId) ?? new Map<number, Reading>();
      byConversation.set(conversationId, readings);
      const before = newest.get(conversationId);
      newest.set(conversationId, messageId);
      for (const userId of readers) {
        const { ranges } = readings.get(userId) ?? { ranges: [] };
        if (ranges.length > 0 && ranges.at(-1) === before) ranges[ranges.length - 1] = messageId;
        else if (ranges.at(-1) !== messageId) ranges.push(messageId, messageId);
        readings.set(userId, { ranges });
      }
    },
    *rows(): Generator<{ user_id: number; conversation_id: number; ranges: string }> {
      for (const [conversation_id, readings] of byConversation) {
        for (const [user_id, { ranges }] of readings) yield { user_id, conversation_id, ranges: rangesText(ranges) };
      }
    },
  };
}

function rangesText(ranges: readonly number[]): string {
  const parts: string[] = [];
  for (let at = 0; at < ranges.length; at += 2) parts.push(`[${ranges[at]},${(ranges[at + 1] as number) + 1})`);
  return `{${parts.join(",")}}`;
}
