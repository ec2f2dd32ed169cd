/**
 * The new IDs of messages. Those of a server count the messages of all of its organizations; here they have no gaps. The
 * old ones must be added in ascending order.
 */
export function messageIds() {
  const old: number[] = [];
  /** How many of the old IDs are not above this one. */
  const upTo = (id: number): number => {
    let [low, high] = [0, old.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((old[middle] as number) <= id) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    add: (id: number): number => old.push(id),
    last: (): number => old.at(-1) ?? 0,
    count: (): number => old.length,
    upTo,
    /** The new ID of a message, or undefined if it was not added. */
    of(id: number): number | undefined {
      const at = upTo(id);
      return at > 0 && old[at - 1] === id ? at : undefined;
    },
  };
}

export type MessageIds = ReturnType<typeof messageIds>;
