import { LIMITS } from "#domains/records/organization/limits.ts";

const FENCE = "```";
/** Room for a fence at either end. */
const MAX_COUNT = LIMITS.max_message_length - 20;

/**
 * A text in pieces that fit into messages, cut at the ends of lines where there are any. A block of code that is cut ends
 * with its piece and goes on in the next.
 */
export function messagePieces(text: string): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > MAX_COUNT) {
    const end = rest.lastIndexOf("\n", MAX_COUNT);
    const at = end > MAX_COUNT / 2 ? end : wholeCharacters(rest, MAX_COUNT);
    const piece = rest.slice(0, at);
    rest = rest.slice(at).replace(/^\n/, "");
    const isOpen = (piece.match(/^`{3}/gm)?.length ?? 0) % 2 === 1;
    pieces.push(isOpen ? `${piece}\n${FENCE}` : piece);
    if (isOpen) rest = `${FENCE}\n${rest}`;
  }
  if (rest.trim() !== "") pieces.push(rest);
  return pieces;
}

/** No piece ends within a character of two units. */
const wholeCharacters = (text: string, at: number): number =>
  /[\uD800-\uDBFF]/.test(text[at - 1] ?? "") ? at - 1 : at;
