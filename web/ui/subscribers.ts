import { useEffect } from "preact/hooks";
import { inBackground } from "../link/background.ts";
import { call } from "../link/http.ts";
import { withEntry } from "../state/collections.ts";
import { reduceSubscribers } from "../state/subscribers.ts";
import { connection, current, subscribers, withEventsMeanwhile } from "../store.ts";

const asked = new Set<number>();

/** Who is subscribed to a channel, which is fetched where it is not known yet; until then, nobody. */
export function useSubscribers(channelId: number | undefined): readonly number[] {
  const known = channelId === undefined ? NOBODY : subscribers.value.get(channelId);
  useEffect(() => {
    if (channelId !== undefined && known === undefined) void inBackground(load(channelId));
  }, [channelId, known === undefined, connection.value]);
  return known ?? NOBODY;
}

const NOBODY: readonly number[] = [];

/** The same once, for something that is done with them. */
export async function subscribersOf(channelId: number): Promise<readonly number[]> {
  const known = subscribers.value.get(channelId);
  if (known !== undefined) return known;
  return (await call("GET /streams/{stream_id}/members", { stream_id: channelId })).subscribers;
}

async function load(channelId: number): Promise<void> {
  if (asked.has(channelId)) return;
  asked.add(channelId);
  try {
    const { answer, meanwhile } = await withEventsMeanwhile(() =>
      call("GET /streams/{stream_id}/members", { stream_id: channelId }),
    );
    const { ownId } = current.value;
    const found = withEntry(subscribers.value, channelId, answer.subscribers);
    subscribers.value = meanwhile.reduce((all, event) => reduceSubscribers(all, event, ownId), found);
  } finally {
    asked.delete(channelId);
  }
}
