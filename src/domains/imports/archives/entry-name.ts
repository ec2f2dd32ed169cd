import { BadArchive } from "../bad-archive.ts";

const MAX_LENGTH = 1024;

/**
 * Names of files within an archive, with `/` between their parts. None becomes a path of this machine; those that would
 * lead out of a folder are refused all the same, because nobody but an attacker writes them.
 */
export function entryNames() {
  const known = new Set<string>();
  return {
    /** The name in its plain form. Each may come once. */
    checked(input: string): string {
      const name = plainName(input);
      if (known.has(name)) throw new BadArchive(`The archive has the file ${quotedName(name)} twice.`);
      known.add(name);
      return name;
    },
  };
}

function plainName(input: string): string {
  const name = input.replace(/^(?:\.\/)+/, "").normalize("NFC");
  const refused = (why: string) => new BadArchive(`The archive has a file ${why}: ${quotedName(input)}.`);
  if (name.length > MAX_LENGTH) throw refused("whose name is too long");
  if (/[\p{Cc}\uFFFD]/u.test(name) || !name.isWellFormed()) throw refused("with invalid characters in its name");
  if (/^(?:\/|[a-z]:)/i.test(name)) throw refused("with an absolute path");
  if (name.includes("\\")) throw refused("with a backslash in its name");
  const parts = name.split("/");
  if (parts.includes("..")) throw refused("whose path leads out of the archive");
  if (parts.some((part) => part === "." || part === "")) throw refused("with an empty part in its path");
  return name;
}

/** Text of unknown origin for a sentence: short, and without control characters. */
export const quotedName = (text: string): string => JSON.stringify(text.slice(0, 200).toWellFormed());
