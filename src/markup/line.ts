import type { Rendering } from "./rendering.ts";
import type { Stash } from "./stash.ts";

/** The text of a block on its way through the rules. */
export interface Line {
  readonly rendering: Rendering;
  readonly stash: Stash;
  readonly links: LinkedAddress[];
}

/** A link of a block, which may be shown below it. */
export interface LinkedAddress {
  readonly url: string;
  readonly href: string;
  /** The text of a named link. */
  readonly name: string | undefined;
}

/** The characters behind which a mention or a link to a channel may begin. */
export const MENTION_START = `(?<=^|[\\s'"({[/<])`;
/** Those behind which an address or a linkifier's match may begin. */
export const LINK_START = `(?<=^|[\\s'"(,:<])`;
