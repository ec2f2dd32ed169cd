import { EMOJI } from "./emoji-data.ts";

const codes = new Map<string, string>();
const canonical = new Map<string, string>();

for (const line of EMOJI.trim().split("\n")) {
  const [code = "", ...names] = line.split(" ");
  canonical.set(code, names[0] ?? "");
  for (const name of names) codes.set(name, code);
}

/** The code of the emoji that goes by this name: lower-case hex code points joined by dashes, without U+FE0F. */
export const unicodeEmoji = (name: string): string | undefined => codes.get(name);

export const isNameOfCode = (name: string, code: string): boolean => codes.get(name) === code;

/** The one name of an emoji that is used where nobody has chosen one; nothing for what is no emoji. */
export const canonicalName = (code: string): string | undefined => canonical.get(code);
