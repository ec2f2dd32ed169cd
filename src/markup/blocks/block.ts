/** A block as HTML. A paragraph also tells what is in it, because the items of a tight list show it bare. */
export interface Block {
  readonly html: string;
  readonly inner?: string;
  /** The pictures below a paragraph. */
  readonly previews?: readonly string[];
}

/** The next block, and the line behind it. */
export type Taken = readonly [Block, number];

export const joined = (blocks: readonly Block[]): string => blocks.map(({ html }) => html).join("\n");

export const isBlank = (line: string): boolean => line.trim() === "";
