import MarkdownIt from "markdown-it";

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
