import MarkdownIt from "markdown-it";
import type { Model } from "../model/model.ts";
import type { User } from "../model/records.ts";

const SCHEMES = new Set(["http:", "https:", "mailto:"]);
/** Deep nesting costs stack and time and helps nobody. */
const DEEPEST = 20;

function createRenderer(linkify: boolean) {
  const markdown = new MarkdownIt({ html: false, linkify, breaks: true });
  markdown.set({ maxNesting: DEEPEST });
  // Judges an address as a browser would read it, not by how it is written.
  markdown.validateLink = (url) => SCHEMES.has(URL.parse(url)?.protocol ?? "");
  markdown.renderer.rules["link_open"] = (tokens, index, options, _env, self) => {
    tokens[index]?.attrSet("rel", "noopener noreferrer");
    return self.renderToken(tokens, index, options);
  };
  return markdown;
}

/** Looking for bare addresses costs more than all the rest, so it is done only where there may be one. */
const withLinks = createRenderer(true);
const withoutLinks = createRenderer(false);
const MAY_HOLD_AN_ADDRESS = /[:@]|\.[a-z]/i;

/** One line in which nothing can mean anything but itself. */
const PLAIN = /^[\p{L}\p{N} ,?!;'"()/%$€…’“”–—-]*$/u;
const BEGINS_A_BLOCK = /^(?:\s|-|\d+[.)])/;

/** Source to HTML. No HTML of the source survives. */
export function renderMarkdown(source: string): string {
  if (PLAIN.test(source) && !BEGINS_A_BLOCK.test(source)) return `<p>${escapeText(source.trimEnd())}</p>`;
  return (MAY_HOLD_AN_ADDRESS.test(source) ? withLinks : withoutLinks).render(source).trim();
}

const escapeText = (text: string): string => (text.includes('"') ? text.replaceAll('"', "&quot;") : text);

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** The one escaper of text that goes into HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] as string);

/** Everything that rendering may ask. Whoever renders gathers it before: nothing here reads or waits. */
export interface MarkupContext {
  readonly model: Model;
  /** Whom the text is by: only what they may know of is linked. Without a sender it is the server's own text. */
  readonly sender?: User | undefined;
  /** The organization's own address, without a slash at its end: links to it become relative. */
  readonly url?: string | undefined;
  /** Whether `:)` becomes an emoji. */
  readonly translateEmoticons?: boolean | undefined;
  /** The newest message of a topic that the sender may read; see `topicsNamed` for those that will be asked for. */
  readonly newestInTopic?: ((channelId: number, topic: string) => number | undefined) | undefined;
  /** What is known of an uploaded image, by its path below `/user_uploads/`. */
  readonly uploadedImage?: ((path: string) => UploadedImage | undefined) | undefined;
}

export interface UploadedImage {
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
  /** Whether its smaller versions can be had already. */
  readonly isReady: boolean;
}

export interface RenderedMessage {
  readonly html: string;
  /** Those whom it mentions, not silently, ascending. */
  readonly mentionedUsers: readonly number[];
  readonly mentionedGroups: readonly number[];
  readonly channelWildcard: boolean;
  readonly topicWildcard: boolean;
  readonly hasLink: boolean;
  readonly hasImage: boolean;
  /** Whether it links to an uploaded file: those of `linkedUploads`. */
  readonly hasAttachment: boolean;
  /** Paths below `/user_uploads/`. */
  readonly linkedUploads: readonly string[];
  /** The source without its fenced code, where alert words are looked for. */
  readonly text: string;
}

export function renderMessage(source: string, _context: MarkupContext): RenderedMessage {
  const html = renderMarkdown(source);
  return {
    html,
    mentionedUsers: [],
    mentionedGroups: [],
    channelWildcard: false,
    topicWildcard: false,
    hasLink: html.includes("<a "),
    hasImage: false,
    hasAttachment: false,
    linkedUploads: [],
    text: source,
  };
}

/** The topics that a text links to, whose newest messages rendering will ask for. */
export function topicsNamed(_source: string, _context: MarkupContext): { channelId: number; topic: string }[] {
  return [];
}

/** What a topic links to: linkifiers and bare addresses, in the order of appearance. */
export function topicLinks(_topic: string, _model: Model): { text: string; url: string }[] {
  return [];
}
