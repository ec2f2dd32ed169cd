import data from "./emoji-data.json" with { type: "json" };

/** Code to names, the canonical one first. Written by scripts/emoji-names.ts; see NOTICE. */
const names: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(data).map(([code, all]) => [code, all.split(" ")]),
);

const codes: ReadonlyMap<string, string> = new Map(
  [...names].flatMap(([code, all]) => all.map((name) => [name, code])),
);

export const emojiNames = (): Record<string, readonly string[]> => Object.fromEntries(names);

/** The code of the emoji that goes by this name: lower-case hex code points joined by dashes, without U+FE0F. */
export const unicodeEmoji = (name: string): string | undefined => codes.get(name);

export const isNameOfCode = (name: string, code: string): boolean => codes.get(name) === code;

/** The one name of an emoji that is used where nobody has chosen one; nothing for what is no emoji. */
export const canonicalName = (code: string): string | undefined => names.get(code)?.[0];

/** The one emoji that is neither of Unicode nor of an organization, by the name and code that existing clients know. */
export const EXTRA_EMOJI = "zulip";
export const EXTRA_EMOJI_NAMES: readonly string[] = [EXTRA_EMOJI, "svc"];
export const isExtraEmoji = (name: string): boolean => EXTRA_EMOJI_NAMES.includes(name);
