import type { MessageMap } from "../state/message-map.ts";
import type { Message } from "../state/registered.ts";
import { matches } from "./predicate.ts";
import { conditionsOf, type Narrow } from "./terms.ts";

/** The messages of a narrow, in order; undefined where only the server could tell. */
export function idsIn(byId: MessageMap, narrow: Narrow, ownId: number): readonly number[] | undefined {
  const words = conditionsOf(narrow).filter(({ operator }) => operator === "search");
  const others = conditionsOf(narrow).filter(({ operator }) => operator !== "search");
  const wanted = words.map(({ operand, negated }) => ({
    words: wordsOf(String(operand)),
    isNegated: negated === true,
  }));
  const found: number[] = [];
  for (const chunk of byId.values()) {
    for (const message of chunk.values()) {
      const isIn = matches(others, message, ownId);
      if (isIn === undefined) return undefined;
      if (isIn && wanted.every((term) => hasWords(message, term.words) !== term.isNegated)) found.push(message.id);
    }
  }
  return found.sort((a, b) => a - b);
}

/** Single words, and what is in quotation marks as it is. */
const wordsOf = (text: string): readonly string[] =>
  [...text.toLowerCase().matchAll(/"([^"]+)"?|([^\s"]+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");

const hasWords = (message: Message, words: readonly string[]): boolean =>
  words.every((word) => searchable(message).includes(word));

const texts = new WeakMap<Message, string>();

/** What the server searches, too: the text and the topic. */
function searchable(message: Message): string {
  const known = texts.get(message);
  if (known !== undefined) return known;
  const plain = message.content
    .replaceAll(/<br\s*\/?>|<\/(?:p|li|h\d|div|blockquote|td)>/g, " ")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? "");
  const text = `${plain} ${message.type === "stream" ? message.subject : ""}`.toLowerCase();
  texts.set(message, text);
  return text;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
