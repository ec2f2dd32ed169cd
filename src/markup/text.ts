import { canonicalName, isExtraEmoji, unicodeEmoji } from "./inline/emoji.ts";
import { escapeAttribute, escapeText } from "./escape.ts";
import type { Line } from "./line.ts";
import type { Rendering } from "./rendering.ts";

export const extraEmojiUrl = (name: string): string => `/static/generated/emoji/images/emoji/unicode/${name}.png`;

const EMOTICONS: Readonly<Record<string, string>> = {
  ":)": "slight_smile",
  "(:": "slight_smile",
  ":(": "frown",
  "<3": "heart",
  ":|": "neutral",
  ":/": "confused",
  ";)": "wink",
  ":D": "smile",
  ":o": "open_mouth",
  ":O": "open_mouth",
  ":p": "stuck_out_tongue",
  ":P": "stuck_out_tongue",
};

const ENTITY = "&(?:#\\d{1,7}|#x[\\da-f]{1,6}|[a-z][a-z\\d]{1,31});";
const EDGE = `[\\s,.;?!()[\\]"']`;
const EMOTICON = `(?<=^|${EDGE})(?::[)(|/DoOpP]|\\(:|<3|;\\))(?=$|${EDGE})`;
/** Some names of emoji have letters beyond ASCII: `flag_åland_islands`. */
const NAMED = ":[\\p{L}\\p{M}\\p{N}_+-]+:";
const SPECIAL = new RegExp(`${ENTITY}|${NAMED}|[&<>\\n]`, "giu");
const SPECIAL_OR_EMOTICON = new RegExp(`${EMOTICON}|${ENTITY}|${NAMED}|[&<>\\n]`, "giu");
/** A text without any of these needs no rule. */
const ANY_SPECIAL = /[&<>\n:;(]/;
const MAY_BE_EMOJI = /[\u00a9\u00ae\u203c-\u3299\ud83c-\ud83e]|\u20e3/;

/** Renders text that no other rule has matched: entities, emoji and line breaks; all else is escaped. */
export function renderText(text: string, { rendering }: Line): string {
  const special = rendering.context?.translateEmoticons === true ? SPECIAL_OR_EMOTICON : SPECIAL;
  const html = ANY_SPECIAL.test(text) ? text.replace(special, (match) => renderSpecial(match, rendering)) : text;
  return MAY_BE_EMOJI.test(html) ? renderEmoji(html) : html;
}

/**
 * An emoji with everything joined to it: a sequence that is unknown as a whole stays text. Parts of a sequence need no
 * U+FE0F, which many keyboards omit. The expression is compiled on first use, because that takes a tenth of the server's
 * start.
 */
const renderEmoji = (html: string): string =>
  html.replace(
    /(?:\p{RGI_Emoji}|\p{Extended_Pictographic}(?=\u200D))(?:\u200D(?:\p{RGI_Emoji}|\p{Extended_Pictographic}))*/gv,
    renderCharacter,
  );

function renderSpecial(match: string, rendering: Rendering): string {
  if (match === "\n") return "<br>\n";
  const emoticon = EMOTICONS[match];
  if (emoticon !== undefined) return namedEmoji(emoticon, rendering) ?? escapeText(match);
  if (match.startsWith(":")) return namedEmoji(match.slice(1, -1), rendering) ?? match;
  return match.startsWith("&") && match.length > 1 ? match : escapeText(match);
}

/** An organization's own emoji take precedence. */
function namedEmoji(name: string, rendering: Rendering): string | undefined {
  const custom = rendering.context?.model.emojiByName.get(name);
  if (custom !== undefined) return pictured(name, custom.sourceUrl);
  if (isExtraEmoji(name)) return pictured(name, extraEmojiUrl(name));
  const code = unicodeEmoji(name);
  return code === undefined ? undefined : coded(name, code);
}

const spoken = (name: string): string => escapeAttribute(name.replaceAll("_", " "));

const pictured = (name: string, url: string): string =>
  `<img alt=":${name}:" class="emoji" src="${escapeAttribute(url)}" title="${spoken(name)}">`;

const coded = (name: string, code: string): string => {
  const label = spoken(name);
  return `<span aria-label="${label}" class="emoji emoji-${code}" role="img" title="${label}">:${name}:</span>`;
};

function renderCharacter(character: string): string {
  const code = codeOf(character);
  const name = canonicalName(code);
  return name === undefined ? character : coded(name, code);
}

const codeOf = (character: string): string =>
  Array.from(character, (point) => (point.codePointAt(0) as number).toString(16).padStart(4, "0"))
    .filter((point) => point !== "fe0f")
    .join("-");
