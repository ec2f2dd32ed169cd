import MarkdownIt from "markdown-it";

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });
/** Deep nesting costs stack and time and helps nobody. */
markdown.set({ maxNesting: 20 });

const SCHEMES = new Set(["http:", "https:", "mailto:"]);

/** Judges the address as a browser would read it, not by how it is written. */
markdown.validateLink = (url) => {
  try {
    return SCHEMES.has(new URL(url).protocol);
  } catch {
    return false;
  }
};

const openLink = markdown.renderer.rules["link_open"];
markdown.renderer.rules["link_open"] = (tokens, index, options, env, self) => {
  tokens[index]?.attrSet("rel", "noopener noreferrer");
  return openLink?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options);
};

/** Source to HTML. No HTML of the source survives. */
export function renderMarkdown(source: string): string {
  return markdown.render(source).trim();
}

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
