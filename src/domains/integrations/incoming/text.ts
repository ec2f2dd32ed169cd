import { fenced } from "#markup/compose.ts";

/**
 * Markdown out of texts of strangers. Whatever they contain, it mentions nobody and stays where it was put: within its
 * line, its link or its quote.
 */

const MAX_LINE_LENGTH = 200;
const MAX_QUOTE_LENGTH = 2000;
const MAX_URL_LENGTH = 2000;
const MORE = "…";

/** The first `most` characters. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = Array.from(text.slice(0, 2 * most + 2));
  return characters.length <= most
    ? text
    : characters
        .slice(0, most - 1)
        .join("")
        .trimEnd() + MORE;
}

const oneLine = (text: string, most: number): string =>
  cut(
    text
      .slice(0, 20 * most)
      .replace(/\s+/g, " ")
      .trim(),
    most,
  );

/** Where Markdown begins within a line: code, emphasis and mentions, links, formulas, times, entities. */
const SPECIAL = /[`*[\]]|~(?=~)|\$(?=\$)|<(?=time:)|&(?=#?\w+;)/g;
/** Where it begins a line: headings, quotes, lists, commands, rules. */
const AT_START = /^(?:#{1,6}\s|>|[+-]\s|\/\w|\d+[.)]\s|[-_=]{3})/;

const entity = (character: string): string => `&#${character.charCodeAt(0)};`;

/** A text as it is, in one line. */
export function plain(text: string, most = MAX_LINE_LENGTH): string {
  const safe = oneLine(text, most).replace(SPECIAL, entity);
  return AT_START.test(safe) ? entity(safe) + safe.slice(1) : safe;
}

/** The first line of a text, such as that of a commit message. */
export const firstLine = (text: string, most = MAX_LINE_LENGTH): string =>
  plain(text.trimStart().split(/[\r\n]/, 1)[0] ?? "", most);

export const bold = (text: string, most = MAX_LINE_LENGTH): string => {
  const safe = plain(text, most);
  return safe === "" ? "" : `**${safe}**`;
};

/** A text as a link, or only the text if the URL is none for a browser. */
export function linkTo(text: string, url: string, most = MAX_LINE_LENGTH): string {
  const safe = plain(text, most);
  const target = linkableUrl(url);
  if (target === undefined) return safe;
  return safe === "" ? target : `[${safe}](${target})`;
}

/** A URL without any character that Markdown could take for its own. */
export function linkableUrl(url: string): string | undefined {
  if (url.length > MAX_URL_LENGTH) return undefined;
  const parsed = URL.parse(url);
  if (parsed === null || !["http:", "https:"].includes(parsed.protocol)) return undefined;
  return parsed.href.replace(
    /[()*`[\]$<>\\|]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A text of several lines, in Markdown of its writer. A quote notifies nobody and shows no pictures. */
export function quote(text: string, most = MAX_QUOTE_LENGTH): string {
  const shown = text.slice(0, 4 * most).replace(/<!--.*?-->/gs, "");
  if (shown.trim() === "") return "";
  return cut(shown.trim(), most)
    .split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

/** A text whose writer may use Markdown, without its mentions: the silent form shows names and notifies nobody. */
export const withoutMentions = (text: string): string => text.replace(/@(?=\*)/g, "@_");

export const fencedText = (text: string, most: number, language = ""): string => fenced(cut(text, most), language);

export const inlineCode = (text: string, most = MAX_LINE_LENGTH): string => {
  const safe = oneLine(text.replaceAll("`", "'"), most);
  return safe === "" ? "" : `\`${safe}\``;
};

/** A list of which only the first lines are shown. */
export function bullets(lines: readonly string[], total = lines.length, most = 10): string {
  const shown = lines.slice(0, most).map((line) => `* ${line}`);
  return [...shown, ...(total > shown.length ? [`* ${MORE} and ${total - shown.length} more`] : [])].join("\n");
}

/** Blocks with an empty line between them; empty ones are left out. */
export const blocks = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join("\n\n");

/** The same for lines. */
export const joinedLines = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join("\n");
