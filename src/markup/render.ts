import { joined } from "./blocks/block.ts";
import { BLOCK_RULES } from "./blocks/blocks.ts";
import { topicsNamed } from "./inline/channel-links.ts";
import type { MarkupContext, RenderedMessage } from "./context.ts";
import { escapeHtml } from "./escape.ts";
import { withoutFencedCode } from "./blocks/fences.ts";
import { MAX_PREVIEWS } from "./previews.ts";
import { type Rendering, startRendering as start } from "./rendering.ts";
import { topicLinks } from "./inline/topic-links.ts";
import { flat } from "#platform/characters.ts";

export type { Embed, MarkupContext, RenderedMessage, UploadedImage } from "./context.ts";
export { escapeHtml, topicLinks, topicsNamed };

/**
 * One line without any special characters, which is what most messages are. Dots and colons only where a word ends:
 * elsewhere they may be those of an address, a linkifier or an emoji.
 */
const PLAIN = /^(?:[\p{L}\p{N} ,?!;'"()/%$€…’“”–—-]|[.:](?=[ ,.:?!;'")’”]|$))*$/u;
const BEGINS_A_BLOCK = /^(?:\s|-|\d+\.)/;
const FORMULA = "$$";

const startRendering = (context: MarkupContext | undefined, showsPreviews: boolean): Rendering =>
  start(BLOCK_RULES, context, showsPreviews);

const isPlain = (source: string): boolean =>
  PLAIN.test(source) && !BEGINS_A_BLOCK.test(source) && !source.includes(FORMULA);

/** Source to HTML, without anything that belongs to an organization. No HTML of the source survives. */
export function renderMarkdown(source: string): string {
  return isPlain(source) ? plain(source) : rendered(source, startRendering(undefined, false));
}

/** A description to HTML: rendered like a message, but without previews and mentions. */
export const renderDescription = (source: string, context: MarkupContext): string =>
  rendered(source, startRendering(context, false));

const plain = (source: string): string => (source.trim() === "" ? "" : flat("<p>", source.trimEnd(), "</p>"));

const rendered = (source: string, rendering: Rendering): string =>
  joined(rendering.blocks.render(linesOf(source.toWellFormed()), rendering));

const linesOf = (source: string): string[] =>
  (source.includes("\r") ? source.replace(/\r\n?/g, "\n") : source).split("\n");

/**
 * A message to HTML, with its mentions, links and flags. The cost is linear in the length of the source, whatever is in
 * it.
 */
export function renderMessage(source: string, context: MarkupContext): RenderedMessage {
  const { model, translateEmoticons } = context;
  if (model.linkifiers.length === 0 && translateEmoticons !== true && isPlain(source)) {
    return { ...NOTHING_FOUND, html: plain(source), text: source };
  }
  const wantsPreviews = model.realm.settings["inline_image_preview"] !== false;
  const rendering = startRendering(context, wantsPreviews);
  const html = rendered(source, rendering);
  if (!wantsPreviews || rendering.previewable.size <= MAX_PREVIEWS) return summary(html, source, rendering);
  const without = startRendering(context, false);
  return summary(rendered(source, without), source, without);
}

const NOTHING_FOUND: Omit<RenderedMessage, "html" | "text"> = {
  mentionedUsers: [],
  mentionedGroups: [],
  channelWildcard: false,
  topicWildcard: false,
  hasLink: false,
  hasImage: false,
  linkedUploads: [],
  pages: [],
  hasPendingImage: false,
};

const summary = (html: string, source: string, rendering: Rendering): RenderedMessage => ({
  html,
  mentionedUsers: [...rendering.mentionedUsers].sort((a, b) => a - b),
  mentionedGroups: [...rendering.mentionedGroups].sort((a, b) => a - b),
  channelWildcard: rendering.channelWildcard,
  topicWildcard: rendering.topicWildcard,
  hasLink: rendering.hasLink,
  hasImage: rendering.hasImage,
  linkedUploads: [...rendering.linkedUploads],
  pages: [...rendering.pages],
  hasPendingImage: rendering.hasPendingImage,
  text: withoutFencedCode(source),
});
