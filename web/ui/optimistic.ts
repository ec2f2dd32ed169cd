import type { Event } from "../state/registered.ts";
import { applyHere, onEvents } from "../store.ts";
import { reasonOf, showToast } from "./toast.ts";

interface Change {
  readonly show: () => void;
  readonly takeBack: () => void;
  readonly work: () => Promise<unknown>;
  /** What events of the server say of the same. */
  readonly type: Event["type"];
}

/**
 * Shows at once what somebody has done, and ends in the truth: where it fails, it is taken back with the reason. Where no
 * answer came, the server may have done it all the same, and its event may have come before that was clear, as may what
 * somebody did next: both hold. Returns whether it worked.
 */
export async function optimistically({ show, takeBack, work, type }: Change): Promise<boolean> {
  show();
  const later: Event[] = [];
  const stop = onEvents((events) => later.push(...events.filter((event) => event.type === type)));
  try {
    await work();
    return true;
  } catch (error) {
    stop();
    takeBack();
    later.forEach(applyHere);
    showToast(reasonOf(error), { isFailure: true });
    return false;
  } finally {
    stop();
  }
}
