import { type Bytes, gatherBytes } from "#platform/bytes.ts";

interface Piece {
  readonly piece: Buffer;
  readonly number: number;
  readonly isLast: boolean;
}

/** Splits the bytes into pieces of the same length, except for the last, which may be empty. */
export async function* bytePieces(bytes: Bytes, length: number): AsyncGenerator<Piece> {
  let number = 0;
  let gathered = gatherBytes(length);
  for await (const part of bytes) {
    let rest = part;
    // A full piece waits for the next byte, because it may be the last.
    while (gathered.length + rest.length > length) {
      const room = length - gathered.length;
      gathered.add(rest.subarray(0, room));
      yield { piece: gathered.all(), number, isLast: false };
      [number, rest, gathered] = [number + 1, rest.subarray(room), gatherBytes(length)];
    }
    gathered.add(rest);
  }
  yield { piece: gathered.all(), number, isLast: true };
}

/** The same bytes; `onCount` is told how many there have been. */
export async function* counted(bytes: Bytes, onCount: (sum: number) => void): AsyncGenerator<Buffer> {
  let sum = 0;
  for await (const part of bytes) {
    onCount((sum += part.length));
    yield part;
  }
}
