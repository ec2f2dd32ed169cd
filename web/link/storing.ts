import type { State } from "../state/state.ts";
import { clearSnapshot } from "./cache.ts";
import type { Followed } from "./followed.ts";
import { createMessageCache, type MessageCache } from "./message-cache.ts";
import { createSnapshotParts } from "./snapshot-parts.ts";
import { writeSnapshot } from "./write-snapshot.ts";

/** What the device keeps of the state and of messages, while its user stays logged in there. */
export interface Storing {
  readonly messages: MessageCache;
  /** The user has chosen to stay: until that is known, nothing is stored. */
  allow(): void;
  /** Stores what has changed, not later than that. */
  storeWithin(ms: number): void;
  /** This state is what is stored. */
  noteStored(state: State): void;
  /** What is stored no longer belongs together, or to the queue. */
  drop(): void;
  /** Nobody is there whose state could be stored. */
  stop(): void;
}

export function createStoring(build: string, followed: Followed): Storing {
  const messages = createMessageCache();
  const parts = createSnapshotParts();
  let isAllowed = false;
  let next: { readonly at: number; readonly timer: ReturnType<typeof setTimeout> } | undefined;

  const drop = () => {
    messages.noteDropped();
    parts.noteDropped();
    void clearSnapshot();
  };
  const store = async () => {
    next = undefined;
    const { state, queueId, lastEventId } = followed;
    if (state === undefined || queueId === undefined) return;
    const { ownId } = state;
    const changes = parts.takeChanges(state);
    const isStored = await writeSnapshot({ build, ownId, queueId, lastEventId }, changes, messages.takeChanges());
    if (!isStored) drop();
  };
  return {
    messages,
    allow() {
      isAllowed = true;
    },
    storeWithin(ms) {
      if (!isAllowed) return;
      const at = Date.now() + ms;
      if (next !== undefined && next.at <= at) return;
      clearTimeout(next?.timer);
      next = { at, timer: setTimeout(() => void store(), ms) };
    },
    noteStored: (state) => parts.noteStored(state),
    drop,
    stop() {
      clearTimeout(next?.timer);
      next = undefined;
      isAllowed = false;
      messages.clear(-1);
    },
  };
}
