import type { Rendering } from "./rendering.ts";
import type { Stash } from "./stash.ts";

/** The text of a block while the rules are applied. */
export interface Line {
  readonly rendering: Rendering;
  readonly stash: Stash;
  readonly links: LinkedAddress[];
}

/** A link of a block, which may get a preview below it. */
export interface LinkedAddress {
  readonly url: string;
  readonly href: string;
  /** The text of a link that has one. */
  readonly name: string | undefined;
}

/** Characters after which a mention or a link to a channel may begin. */
export const MENTION_START = `(?<=^|[\\s'"({[/<])`;
/** Characters after which a URL or a linkifier's match may begin. */
export const LINK_START = `(?<=^|[\\s'"(,:<])`;
