/** Bytes that arrive piece by piece, such as those of a file. */
export type Bytes = AsyncIterable<Buffer>;

/** Gathers bytes that arrive piece by piece. */
export interface ByteGatherer {
  readonly length: number;
  /** How many bytes of memory are allocated. */
  readonly capacity: number;
  add(piece: Buffer): void;
  all(): Buffer;
}

/**
 * Copies the pieces together as they arrive. A kept piece costs hundreds of bytes however small it is, and a client may
 * send single bytes. Memory for more than `most` bytes is allocated only if more do arrive.
 */
export function gatherBytes(most = Number.POSITIVE_INFINITY): ByteGatherer {
  let room = Buffer.alloc(0);
  let length = 0;
  return {
    get length() {
      return length;
    },
    get capacity() {
      return room.length;
    },
    add(piece) {
      const needed = length + piece.length;
      if (needed > room.length) {
        const larger = Buffer.allocUnsafe(Math.max(needed, Math.min(most, 2 * room.length)));
        room.copy(larger, 0, 0, length);
        room = larger;
      }
      piece.copy(room, length);
      length = needed;
    },
    all: () => room.subarray(0, length),
  };
}
