import type { Block } from "./blocks/block.ts";
import type { MarkupContext } from "./context.ts";

/** How deep containers may nest; deeper ones stay text. Each level reads its lines again, so this bounds the work. */
const DEEPEST = 12;
/**
 * Formulas cost about 60 µs a character, so a message may have this many characters of them. Further formulas are shown
 * as typed.
 */
const TEX_BUDGET = 2000;

/** Highlighting code costs up to 20 µs a character. Code beyond this is not highlighted. */
const CODE_BUDGET = 6000;

/** The CPU time that is left for the linkifiers of one text. */
export interface LinkifierTime {
  ms: number;
}

/**
 * Looking for one match takes time in proportion to the text and to the expression; looking for all of them takes more,
 * where each look reads on to the end for a longer one, and an organization may have 200 linkifiers. What is not found in
 * this time stays text. 200 usual ones take 70 ms for the longest message.
 */
export const linkifierTime = (): LinkifierTime => ({ ms: 40 });

/**
 * The rules of blocks. They are passed to the containers, which are blocks themselves, so that files do not import each
 * other.
 */
export interface BlockRules {
  readonly render: (lines: readonly string[], rendering: Rendering) => Block[];
  /** Whether a line ends the paragraph above it. */
  readonly endsParagraph: (lines: readonly string[], at: number, rendering: Rendering) => boolean;
}

/** The state of rendering one text: its context, its place in the text, and what was found so far. */
export interface Rendering {
  readonly blocks: BlockRules;
  readonly context: MarkupContext | undefined;
  readonly showsPreviews: boolean;
  depth: number;
  quotes: number;
  texBudget: number;
  codeBudget: number;
  readonly linkifierTime: LinkifierTime;
  readonly mentionedUsers: Set<number>;
  readonly mentionedGroups: Set<number>;
  channelWildcard: boolean;
  topicWildcard: boolean;
  hasLink: boolean;
  hasImage: boolean;
  readonly linkedUploads: Set<string>;
  hasPendingImage: boolean;
  /** URLs that get a preview. */
  readonly previewable: Set<string>;
  /** Those of them that are pages. */
  readonly pages: Set<string>;
}

export const startRendering = (
  blocks: BlockRules,
  context: MarkupContext | undefined,
  showsPreviews: boolean,
): Rendering => ({
  blocks,
  context,
  showsPreviews,
  depth: 0,
  quotes: 0,
  texBudget: TEX_BUDGET,
  codeBudget: CODE_BUDGET,
  linkifierTime: linkifierTime(),
  mentionedUsers: new Set(),
  mentionedGroups: new Set(),
  channelWildcard: false,
  topicWildcard: false,
  hasLink: false,
  hasImage: false,
  linkedUploads: new Set(),
  hasPendingImage: false,
  previewable: new Set(),
  pages: new Set(),
});

export const mayNest = (rendering: Rendering): boolean => rendering.depth < DEEPEST;

/** Renders the lines inside of a container. */
export function nested(rendering: Rendering, lines: readonly string[]): Block[] {
  rendering.depth += 1;
  const blocks = rendering.blocks.render(lines, rendering);
  rendering.depth -= 1;
  return blocks;
}

/** Renders a quote of another message: it notifies nobody and shows no pictures. */
export function quotedAttribute(rendering: Rendering, lines: readonly string[]): Block[] {
  rendering.quotes += 1;
  const blocks = nested(rendering, lines);
  rendering.quotes -= 1;
  return blocks;
}
