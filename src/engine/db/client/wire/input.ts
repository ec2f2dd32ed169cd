import { connectionError } from "./errors.ts";

/** Type and length. */
const HEADER_BYTES = 5;
/** The length counts itself. */
const MIN_LENGTH = 4;

/** Called with the type of a message and where its body is. The bytes are valid only during the call. */
export type OnMessage = (type: number, bytes: Buffer, start: number, end: number) => void;

/** What a server sent that it never sends. The connection cannot be used any further. */
export const garbled = (what: string): Error => connectionError("CONNECTION_GARBLED", what);

/**
 * Splits what arrives into messages. A message that arrives in pieces is joined once, when all of it is there; no memory is
 * taken because of what a length says.
 */
export function createInput(onMessage: OnMessage, maxLength: () => number): (chunk: Buffer) => void {
  let pieces: Buffer[] = [];
  let gathered = 0;
  let needed = 0;
  return (chunk) => {
    let bytes = chunk;
    if (gathered > 0) {
      pieces.push(chunk);
      gathered += chunk.length;
      if (gathered < needed) return;
      bytes = Buffer.concat(pieces, gathered);
      pieces = [];
      gathered = 0;
    }
    let at = 0;
    needed = HEADER_BYTES;
    while (at + HEADER_BYTES <= bytes.length) {
      const length = bytes.readUInt32BE(at + 1);
      if (length < MIN_LENGTH || length > maxLength()) throw garbled(`a message of ${length} bytes`);
      const end = at + 1 + length;
      if (end > bytes.length) {
        needed = 1 + length;
        break;
      }
      onMessage(bytes[at] as number, bytes, at + HEADER_BYTES, end);
      at = end;
    }
    if (at === bytes.length) return;
    pieces = [bytes.subarray(at)];
    gathered = bytes.length - at;
  };
}

/** A text that ends with a zero before `end`, and where the next one begins. */
export function terminatedText(bytes: Buffer, start: number, end: number): { text: string; next: number } {
  const zero = bytes.indexOf(0, start);
  if (zero < 0 || zero >= end) throw garbled("a text without an end");
  return { text: bytes.toString("utf8", start, zero), next: zero + 1 };
}
