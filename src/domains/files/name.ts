import { randomUrlWord } from "../../platform/random.ts";

/** What a path may hold of a name. Far longer than names are, and short enough for every header and path. */
const LONGEST_IN_PATH = 100;
const LONGEST = 255;
const NAMELESS = "uploaded-file";

/** A name that can stand in a path and means nothing there: no folder, no host, no script direction. */
export function nameInPath(written: string): string {
  const name = written
    .normalize("NFKC")
    .toWellFormed()
    .replace(/[^\p{L}\p{M}\p{N}_\s.-]/gu, "")
    .trim()
    .replace(/[-\s]+/g, "-");
  return /^\.*$/.test(name) ? NAMELESS : cut(name, LONGEST_IN_PATH);
}

/** The name as its owner reads it. The database holds no NUL, and nobody should see what turns text around. */
export function shownName(written: string): string {
  const name = written
    .toWellFormed()
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, "")
    .trim();
  return name === "" ? NAMELESS : cut(name, LONGEST);
}

/** As many characters, with the end of the name, which tells what the file is. */
function cut(name: string, most: number): string {
  const characters = Array.from(name);
  if (characters.length <= most) return name;
  const [ending = ""] = /\.[^.]{1,15}$/u.exec(name) ?? [];
  return characters.slice(0, most - Array.from(ending).length).join("") + ending;
}

/** A word of 24 characters that nobody can guess. */
export const newFile = (): string => randomUrlWord(18);

/** The address of a file below `/user_uploads/`. */
export function pathOf(realmId: number, file: string, name: string): string {
  const folder = Buffer.from(file, "base64url")[0] ?? 0;
  return `${realmId}/${folder.toString(16)}/${file}/${nameInPath(name)}`;
}

/** Whether a text could be such an address. */
export const isPath = (text: string): boolean => PATH.test(text) && text.isWellFormed();
const PATH = /^\d{1,10}\/[0-9a-f]{1,2}\/[\w-]{24}\/[\p{L}\p{M}\p{N}_.-]{1,100}$/u;

/** A path as a link may write it, with its unusual characters encoded or not. */
export function decodedPath(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/** Where files are, beside the endpoints. */
export const UPLOADS_PATH = "/user_uploads";
