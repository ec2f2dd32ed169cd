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

/** Reads a stream of bytes in portions of one's own choice. */
export interface ByteReader {
  /** Exactly so many bytes. */
  take(length: number): Promise<Buffer>;
  /** What comes next, at most so many bytes, at least one. */
  some(most: number): Promise<Buffer>;
}

/** `ended` makes the error for a stream that ends too early. */
export function byteReader(bytes: AsyncIterable<Buffer>, ended: () => Error): ByteReader {
  const source = bytes[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const next = async (): Promise<Buffer> => {
    const { done, value } = await source.next();
    if (done === true) throw ended();
    return value;
  };
  return {
    async take(length) {
      const parts: Buffer[] = [rest];
      for (let sum = rest.length; sum < length;) {
        const part = await next();
        parts.push(part);
        sum += part.length;
      }
      const all = parts.length === 1 ? rest : Buffer.concat(parts);
      rest = all.subarray(length);
      return all.subarray(0, length);
    },
    async some(most) {
      while (rest.length === 0) rest = await next();
      const part = rest.subarray(0, most);
      rest = rest.subarray(part.length);
      return part;
    },
  };
}
