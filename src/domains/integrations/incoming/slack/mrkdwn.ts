import { fenced } from "#markup/compose.ts";
import { cut, linkTo, withoutMentions } from "../text.ts";
import { PLAIN_NAMES, type SlackNames } from "./names.ts";

const MAX_LENGTH = 9000;

/** Slack's own Markdown in ours. Its code is kept; `*bold*`, `_italic_`, `~struck~` and `<links>` become what we use. */
export function fromMrkdwn(source: string, names: SlackNames = PLAIN_NAMES, longest = MAX_LENGTH): string {
  const text = cut(source.replace(/\r\n?/g, "\n").trim(), longest);
  return text
    .split("```")
    .map((part, index, all) => {
      // A last fence without its end is text.
      if (index % 2 === 1 && index < all.length - 1) return `\n${fenced(unescaped(part).replace(/^\n|\n$/g, ""))}\n`;
      return outsideOfBlocks(index % 2 === 1 ? `&#96;&#96;&#96;${part}` : part, names);
    })
    .join("")
    .trim();
}

const outsideOfBlocks = (text: string, names: SlackNames): string =>
  text
    .split(/(`[^`\n]+`)/)
    .map((part, index) => (index % 2 === 1 ? unescaped(part) : formatted(part, names)))
    .join("");

/** Signs that stand at the edge of a word; what they enclose has none of the same. */
const BOLD = /(?<![\w*])\*(?!\s)([^*\n]{1,1000}?)(?<!\s)\*(?![\w*])/g;
const ITALIC = /(?<![\w_])_(?!\s)([^_\n]{1,1000}?)(?<!\s)_(?![\w_])/g;
const STRUCK = /(?<![\w~])~(?!\s)([^~\n]{1,1000}?)(?<!\s)~(?![\w~])/g;
/** Our emoji have one tone. */
const SKIN_TONE = /(?<=:):skin-tone-[2-6]:/g;
/** Characters that no text has after `formatted`. */
const [BOLD_MARK, LINK_MARK] = ["\u0001", "\u0002"];

/** Emphasis may enclose links, whose URLs may contain its signs: a mark stands for each link meanwhile. */
function formatted(text: string, names: SlackNames): string {
  const links: string[] = [];
  const marked = text
    .replaceAll(BOLD_MARK, "")
    .replaceAll(LINK_MARK, "")
    .replace(/<([^<>\n]{1,4000})>/g, (_whole, inner: string) => {
      links.push(angled(inner, names));
      return LINK_MARK;
    });
  return emphasized(marked).replaceAll(LINK_MARK, () => links.shift() ?? "");
}

const emphasized = (text: string): string =>
  withoutMentions(text)
    .replace(/^~~~/gm, "&#126;~~")
    .replace(SKIN_TONE, "")
    .replace(BOLD, `${BOLD_MARK}$1${BOLD_MARK}`)
    .replace(ITALIC, "*$1*")
    .replace(STRUCK, "~~$1~~")
    .replaceAll(BOLD_MARK, "**");

/** `<https://…|text>`, `<@U1|name>`, `<#C1|name>`, `<!channel>`, `<!date^1^…|text>`. */
function angled(inner: string, names: SlackNames): string {
  const bar = inner.indexOf("|");
  const [target, label] = bar < 0 ? [inner, ""] : [inner.slice(0, bar), inner.slice(bar + 1)];
  if (target.startsWith("@")) return names.user(target.slice(1), unescaped(label));
  if (target.startsWith("#")) return names.channel(target.slice(1), unescaped(label));
  if (target.startsWith("!")) return names.special(target.slice(1).split("^", 1)[0] ?? "", unescaped(label));
  if (target.startsWith("mailto:")) return linkTo(label || target.slice("mailto:".length), "");
  return linkTo(unescaped(label), unescaped(target)) || linkTo(inner, "");
}

/** Slack writes these three as entities. Within code ours would show them as they are. */
export const unescaped = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
