import { signal } from "@preact/signals";

/** Whether what one came for is on the screen. What is around it, or is used only after that, is drawn only then. */
export const isPainted = signal(false);

/**
 * Does something once what is drawn now is on the screen. Returns what prevents it.
 */
export function afterFrame(work: () => void): () => void {
  const ended = new AbortController();
  requestAnimationFrame(() => setTimeout(() => ended.signal.aborted || work()));
  return () => ended.abort();
}
