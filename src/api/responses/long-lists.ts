import { createTurns } from "#platform/limits/turns.ts";

/** Lists of long texts, such as a page of messages, whose JSON is written in pieces, while others are served. */
const long = new WeakSet<readonly unknown[]>();

/** How much is joined to one piece, in characters: so many bytes are compressed at once. */
const PIECE = 256 * 1024;

/** Says of a list that its items may be so long that all of them cannot be written as JSON in one turn. */
export function longList<Item>(list: Item[]): Item[] {
  long.add(list);
  return list;
}

/** So few texts of the greatest length, each with its HTML, are written in a turn, and nobody ordinary has more. */
const FEW = 20;

/** The same of texts that somebody has stored, such as their drafts. */
export const ownTexts = <Item>(list: Item[]): Item[] => (list.length > FEW ? longList(list) : list);

export const isLongList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && long.has(value);

/** The JSON text of the list. */
export async function piecesOfList(items: readonly unknown[]): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  const pause = createTurns();
  let text = "[";
  for (const [index, item] of items.entries()) {
    text += index === 0 ? JSON.stringify(item) : `,${JSON.stringify(item)}`;
    if (text.length >= PIECE) {
      pieces.push(Buffer.from(text));
      text = "";
    }
    await pause();
  }
  pieces.push(Buffer.from(`${text}]`));
  return pieces;
}
