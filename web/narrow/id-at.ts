/** A message, as far as its place in time goes. */
export interface Probed {
  readonly id: number;
  readonly timestamp: number;
}

/**
 * The ID from which on messages were sent at a time or after it. IDs grow with time, and `probe` tells the first message
 * from an ID on, if there is one. Each question halves what is left, up to the newest message.
 */
export async function idAt(
  seconds: number,
  newestId: number,
  probe: (id: number) => Promise<Probed | undefined>,
): Promise<number> {
  let [low, high] = [1, newestId + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = await probe(middle);
    if (found === undefined || found.timestamp >= seconds) high = middle;
    else low = found.id + 1;
  }
  return low;
}
