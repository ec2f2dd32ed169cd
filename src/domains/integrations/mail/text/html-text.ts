/** Elements whose text nobody reads, and quotes of earlier mails, which begin with a block of these kinds. */
const UNSHOWN = new Set(["style", "script", "head", "title", "template"]);
const QUOTES = /^<(?:blockquote\b|div\b[^>]*\bclass="[^"]*\b(?:gmail_quote|yahoo_quoted|moz-cite-prefix)\b)/i;
const PARAGRAPHS = new Set(["p", "div", "table", "ul", "ol", "pre", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6"]);
const MAX_LENGTH = 1_000_000;
/** What follows in a tag is ignored. */
const MAX_TAG_LENGTH = 2000;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  euro: "€",
};

/**
 * The text of an HTML mail: paragraphs, lists and the addresses of links. Reads each character once, whatever the HTML.
 * What follows the first quoted mail is left out, unless nothing else is there.
 */
export function textOfHtml(html: string): string {
  const source = html.slice(0, MAX_LENGTH);
  const own = plainText(source, true);
  return own === "" ? plainText(source, false) : own;
}

function plainText(html: string, stopsAtQuote: boolean): string {
  const lower = html.toLowerCase();
  // Never read before the end: each look into a string that still grows would copy all of it.
  let [text, at] = ["", 0];
  let [href, linked] = ["", ""];
  const add = (part: string) => {
    if (href === "") text += part;
    else linked += part;
  };
  const endLink = (isClosed: boolean) => {
    text += isClosed && href !== "" ? linked + shownHref(href, linked) : linked;
    [href, linked] = ["", ""];
  };
  while (at < html.length) {
    const open = html.indexOf("<", at);
    const until = open === -1 ? html.length : open;
    add(decoded(html.slice(at, until)).replace(/\s+/g, " "));
    if (open === -1) break;
    const close = html.startsWith("<!--", open) ? html.indexOf("-->", open) : html.indexOf(">", open);
    if (close === -1) break;
    const tag = html.slice(open, Math.min(close + 1, open + MAX_TAG_LENGTH));
    at = close + 1;
    const name = /^<\/?([a-z][a-z0-9]*)/i.exec(tag)?.[1]?.toLowerCase() ?? "";
    if (UNSHOWN.has(name) && !tag.startsWith("</")) {
      const end = lower.indexOf(`</${name}`, at);
      if (end === -1) break;
      at = end;
    } else if (stopsAtQuote && QUOTES.test(tag)) break;
    else if (name === "br" || name === "tr") add("\n");
    else if (name === "li" && !tag.startsWith("</")) add("\n* ");
    else if (PARAGRAPHS.has(name)) add("\n\n");
    else if (name === "a" && tag.startsWith("</")) endLink(true);
    else if (name === "a") {
      endLink(false);
      href = decoded(/\bhref\s*=\s*["']?(https?:[^"'\s>]{1,1000})/i.exec(tag)?.[1] ?? "");
    }
  }
  endLink(false);
  return tidied(text);
}

/** Without spaces at the ends of lines, repeated spaces, and more than one empty line at a time. */
const tidied = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trim().replace(/[ \t]{2,}/g, " "))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

/** The address of a link follows its text, unless that is the address. */
const shownHref = (href: string, text: string): string =>
  text.trim() === "" || href.includes(text.trim()) ? ` ${href}` : ` (${href})`;

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const point = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point).toWellFormed() : "";
  });
