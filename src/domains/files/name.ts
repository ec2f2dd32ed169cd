import { randomUrlWord } from "#platform/random.ts";

/** The limit of a name in a path: longer than usual names, and short enough for every header and path. */
const MAX_LENGTH_IN_PATH = 100;
const MAX_LENGTH = 255;
const NAMELESS = "uploaded-file";

/** A name without a meaning in a path: no folder, no host, no bidirectional control characters. */
export function nameInPath(input: string): string {
  const name = input
    .normalize("NFKC")
    .toWellFormed()
    .replace(/[^\p{L}\p{M}\p{N}_\s.-]/gu, "")
    .trim()
    .replace(/[-\s]+/g, "-");
  return /^\.*$/.test(name) ? NAMELESS : cut(name, MAX_LENGTH_IN_PATH);
}

/** The name for display, without NUL, which the database cannot store, and without bidirectional control characters. */
export function shownName(input: string): string {
  const name = input
    .toWellFormed()
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, "")
    .trim();
  return name === "" ? NAMELESS : cut(name, MAX_LENGTH);
}

/** Truncates a name, but keeps its extension. */
function cut(name: string, most: number): string {
  const characters = Array.from(name);
  if (characters.length <= most) return name;
  const [ending = ""] = /\.[^.]{1,15}$/u.exec(name) ?? [];
  return characters.slice(0, most - Array.from(ending).length).join("") + ending;
}

/** A random name of 24 characters that cannot be guessed. */
export const newFile = (): string => randomUrlWord(18);

/** The path of a file below `/user_uploads/`. */
export function storedPath(realmId: number, file: string, name: string): string {
  const folder = Buffer.from(file, "base64url")[0] ?? 0;
  return `${realmId}/${folder.toString(16)}/${file}/${nameInPath(name)}`;
}

/** Whether a text has the form of such a path. */
export const isPath = (text: string): boolean => PATH.test(text) && text.isWellFormed();
const PATH = /^\d{1,10}\/[0-9a-f]{1,2}\/[\w-]{24}\/[\p{L}\p{M}\p{N}_.-]{1,100}$/u;

/** A path from a link, with or without percent-encoding. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The path of the pages that serve files. */
export const UPLOADS_PATH = "/user_uploads";
