import type { Backoff } from "./backoff.ts";
import { isAborted, isOtherUser, isTemporary, Refusal, retryAfterMs } from "./http.ts";

/** What following a queue is made of. */
interface Steps {
  /** Whether the session is still the one that this follows. */
  readonly isCurrent: () => boolean;
  /** Asks for events once, or registers where there is no queue. The first request after a trouble does not wait. */
  readonly ask: (isFirst: boolean) => Promise<void>;
  /** Begins to be certain of what was sent without an answer, by the next request that succeeds. */
  readonly uncertain: () => (() => void) | undefined;
  readonly onLive: () => void;
  readonly onOffline: () => void;
  readonly loseQueue: () => void;
  readonly onOtherUser: () => Promise<void>;
  readonly onEnd: (reason: string | undefined) => Promise<void>;
}

/** As long as an answer takes that is slower than the end of the poll. */
const NEW_COOKIE_MS = 300;

/** Follows the user's queue until the session ends, or is another one. */
export async function follow(backoff: Backoff, steps: Steps): Promise<void> {
  let isFirst = true;
  let refused: Refusal | undefined;
  while (steps.isCurrent()) {
    const settle = steps.uncertain();
    try {
      await steps.ask(isFirst);
      if (!steps.isCurrent()) return;
      settle?.();
      isFirst = false;
      refused = undefined;
      backoff.reset();
      steps.onLive();
    } catch (error) {
      if (!steps.isCurrent()) return;
      if (isOtherUser(error)) return steps.onOtherUser();
      if (error instanceof Refusal && error.status === 401) {
        // The first refusal has taken the cookie: the second one does not know any more whose it was.
        if (refused !== undefined) return await steps.onEnd(reasonIn(refused) ?? reasonIn(error));
        // A new password ends the old session: the cookie of the next one may be on its way to this browser.
        refused = error;
        isFirst = true;
        await backoff.pause(NEW_COOKIE_MS);
        continue;
      }
      if (error instanceof Refusal && error.code === "BAD_EVENT_QUEUE_ID") {
        steps.loseQueue();
        continue;
      }
      isFirst = true;
      if (isAborted(error)) continue;
      if (!isTemporary(error)) steps.loseQueue();
      steps.onOffline();
      await backoff.pause(retryAfterMs(error));
    }
  }
}

/** That somebody is not logged in, they see. */
const reasonIn = ({ code, message }: Refusal): string | undefined => (code === "UNAUTHORIZED" ? undefined : message);
