/** Something unread, in the order of the navigation. */
interface Waiting {
  readonly key: string;
  /** Its channel; direct conversations have none. */
  readonly channelId?: number;
}

/** Where to go next: the rest of the same channel first, then what follows in the list, then its beginning. */
export function nextUnread<One extends Waiting>(
  waiting: readonly One[],
  here: { readonly key?: string; readonly channelId?: number },
): One | undefined {
  const others = waiting.filter(({ key }) => key !== here.key);
  const nearby =
    here.channelId === undefined ? undefined : others.find(({ channelId }) => channelId === here.channelId);
  if (nearby !== undefined) return nearby;
  const at = waiting.findIndex(({ key }) => key === here.key);
  return at < 0 ? others[0] : (waiting.slice(at + 1)[0] ?? others[0]);
}
