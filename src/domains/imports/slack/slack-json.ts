import type { ArchiveFile } from "../archives/archive.ts";
import { readJson } from "../archives/read-file.ts";

/**
 * In an export of Slack the address of a file ends with a token, `?t=xoxe-…`, which opens all files of the workspace to
 * whoever has it. Addresses are also in texts, where ampersands are escaped, and in parameters of other addresses.
 */
const TOKEN = /(\?|%3F|&(?:amp;)?|\\+u0026(?:amp;)?|%26)t(?:=|%3D)xox[\w.-]*/gi;
const IS_FOLLOWED = /^(?:&|\\+u0026|%26)/;

/** Takes the tokens out of addresses, and leaves their other parameters. */
export const withoutTokens = (text: string): string =>
  text.replace(TOKEN, (token, before: string, at: number) => {
    const isFirst = before === "?" || before.toUpperCase() === "%3F";
    return isFirst && IS_FOLLOWED.test(text.slice(at + token.length, at + token.length + 20)) ? before : "";
  });

/** A file of the export, of which no token gets any further: not into messages, names or descriptions. */
export const readSlackJson = (file: ArchiveFile): Promise<unknown> => readJson(file, withoutTokens);
