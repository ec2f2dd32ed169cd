/** New IDs. Users, channels, conversations and all else but messages share one sequence, as in every organization. */
export function newIds(first = 1) {
  let last = first - 1;
  return { next: (): number => (last += 1), last: (): number => last };
}

export type NewIds = ReturnType<typeof newIds>;

/** All messages up to and including the last one. */
export const rangeUpTo = (last: number): string => (last === 0 ? "{}" : `{[1,${last + 1})}`);
