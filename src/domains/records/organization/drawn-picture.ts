import { escapeHtml } from "#markup/escape.ts";
import { flat } from "#platform/characters.ts";

/**
 * Pictures for those who have uploaded none: initials on a colour. The address holds all that the picture shows, so
 * that it can be drawn without a look at anything, kept for ever, and seen by anybody who knows it.
 */
export const AVATAR_PATH = "/user_avatars";
export const DRAWN_PATH = `${AVATAR_PATH}/drawn`;

/** White letters have a contrast of at least 4.5 to 1 on each. */
const COLOURS = ["#a3372c", "#9a4a00", "#7a5b00", "#4f6b00", "#1f7035", "#00706a"].concat([
  "#0a6a8f",
  "#2a5fb0",
  "#5150b8",
  "#7b44ab",
  "#9c3a86",
  "#a93460",
]);
const GREY = "#666a73";
const STRANGER_COLOUR = COLOURS.length;

const MAX_LENGTH = 16;
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The first letters of the first and the last word: `HP` of `Hamlet, Prince`. */
export function initialsOf(name: string): string {
  const words = name
    .split(/\s+/)
    .map(firstLetter)
    .filter((letter) => letter !== "");
  const [first = "?", last = ""] = words.length > 1 ? [words[0], words.at(-1)] : words;
  return first + last;
}

/** Letters of some scripts, and emoji, are several characters; as many as no letter has are none. */
function firstLetter(word: string): string {
  // Most words, for which finding the end of the letter would take most of the time.
  if (/^[A-Za-z0-9](?:[ -~]|$)/.test(word)) return word.charAt(0).toUpperCase();
  const letters = word.replace(/^[^\p{L}\p{N}\p{Extended_Pictographic}]+/u, "");
  const letter = graphemes.segment(letters)[Symbol.iterator]().next().value?.segment ?? "";
  return letter.length > MAX_LENGTH / 2 ? "" : letter.toUpperCase();
}

const drawnUrl = (colour: number, text: string): string =>
  flat(DRAWN_PATH, "/", colour, "/", encodeURIComponent(text), ".svg");

export const drawnAvatarUrl = ({ id, fullName }: { readonly id: number; readonly fullName: string }): string =>
  drawnUrl((id * 5) % COLOURS.length, initialsOf(fullName));

export const STRANGER_AVATAR = drawnUrl(STRANGER_COLOUR, "?");

/** The picture of an address; nothing where it is none of ours. */
export function drawnAvatar(colour: number, file: string): string | undefined {
  const text = /^([^\p{C}]{1,16})\.svg$/u.exec(file)?.[1];
  const background = colour === STRANGER_COLOUR ? GREY : COLOURS[colour];
  if (text === undefined || text.length > MAX_LENGTH || background === undefined) return undefined;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100"><rect width="100" height="100" fill="${background}"/><text x="50" y="50" dy=".36em" text-anchor="middle" font-family="system-ui,sans-serif" font-size="42" font-weight="500" fill="#fff">${escapeHtml(text)}</text></svg>\n`;
}
