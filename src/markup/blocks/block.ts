/** A block as HTML. A paragraph also has its inner HTML, because tight lists show it without `<p>`. */
export interface Block {
  readonly html: string;
  readonly inner?: string;
  /** The pictures below a paragraph. */
  readonly previews?: readonly string[];
}

/** The next block, and the index of the line after it. */
export type Taken = readonly [Block, number];

export const joined = (blocks: readonly Block[]): string => blocks.map(({ html }) => html).join("\n");

export const isBlank = (line: string): boolean => line.trim() === "";
