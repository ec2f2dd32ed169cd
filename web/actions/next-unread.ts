/** Something unread, in the order in which it is read. */
interface Waiting {
  readonly key: string;
  /** Its channel; direct conversations have none. */
  readonly channelId?: number;
}

/**
 * Where to go next: the rest of the same channel first, then what follows in the list, then its beginning. From something
 * that is still unread the list is followed from there, so that visits that mark nothing as read lead on, too.
 */
export function nextUnread<One extends Waiting>(
  waiting: readonly One[],
  here: { readonly key?: string; readonly channelId?: number },
): One | undefined {
  const at = waiting.findIndex(({ key }) => key === here.key);
  const following = waiting.slice(at + 1);
  const isNearby = ({ channelId }: One) => channelId !== undefined && channelId === here.channelId;
  return following.find(isNearby) ?? following[0] ?? waiting.slice(0, Math.max(at, 0))[0];
}
