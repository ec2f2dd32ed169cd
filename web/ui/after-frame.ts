/**
 * Does something once what is drawn now is on the screen: what one came for is there before what is around it. Returns
 * what prevents it.
 */
export function afterFrame(work: () => void): () => void {
  const ended = new AbortController();
  requestAnimationFrame(() => setTimeout(() => ended.signal.aborted || work()));
  return () => ended.abort();
}
