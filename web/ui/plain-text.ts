import { characterOf } from "./emoji-character.ts";

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', "#39": "'", "#x27": "'", amp: "&" };

/** The words of a rendered description, for a line in which nothing else has a place. */
export const plainText = (html: string): string =>
  html
    .replaceAll(/<span[^>]* emoji-([\da-f-]+)"[^>]*>[^<]*<\/span>/g, (_whole, code: string) => characterOf(code))
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(\w+|#\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ([.,;!?)])/g, "$1")
    .trim();
