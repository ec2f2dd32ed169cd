import { keepChoice, keptChoice } from "../own-choices.ts";

const KEY = "parley-skin-tone";
/** None, which is yellow, and Unicode's five. */
const TONES = ["", "\u{1f3fb}", "\u{1f3fc}", "\u{1f3fd}", "\u{1f3fe}", "\u{1f3ff}"];

export const keptTone = (): string => TONES.find((tone) => tone === keptChoice(KEY)) ?? "";

export function toneAfter(tone: string): string {
  const next = TONES[(TONES.indexOf(tone) + 1) % TONES.length] ?? "";
  keepChoice(KEY, next);
  return next;
}

/** An emoji of a person or a hand in a tone of skin; others are as they were. */
export function toned(character: string, tone: string): string {
  const base = /^(\p{Emoji_Modifier_Base})\ufe0f?$/u.exec(character)?.[1];
  return base === undefined ? character : `${base}${tone}`;
}
