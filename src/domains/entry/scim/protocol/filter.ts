import type { Attribute, ResourceKind } from "./attributes.ts";
import { type AttributePath, attributePath } from "./paths.ts";
import { invalidFilter } from "./scim-error.ts";

/**
 * Filters of RFC 7644 by a parser of our own: a filter comes from another server, and must cost no more than its length.
 * Names, operators and texts are compared without regard to case, but for IDs.
 */
export type Filter =
  | { readonly kind: "and" | "or"; readonly parts: readonly Filter[] }
  | { readonly kind: "not"; readonly of: Filter }
  | { readonly kind: "present"; readonly path: AttributePath }
  | Comparison
  /** Elements of a list that meet a filter of their own; with `then`, a part of theirs must compare, too. */
  | { readonly kind: "within"; readonly path: AttributePath; readonly filter: Filter };

export interface Comparison {
  readonly kind: "compare";
  readonly path: AttributePath;
  readonly operator: Operator;
  readonly value: FilterValue;
}

export type FilterValue = string | number | boolean | null;

const OPERATORS = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"] as const;
export type Operator = (typeof OPERATORS)[number];

const MAX_LENGTH = 1000;
const MAX_DEPTH = 10;

/** A text, a number, a bracket, or a word: a name or an operator. */
const TOKEN =
  /\s*(?:("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?![\w.])|([()[\]])|((?:urn:[\w.:-]*:)?[a-z$.][\w$.-]*))/iy;

interface Reader {
  readonly kind: ResourceKind;
  readonly tokens: readonly string[];
  at: number;
  /** The list whose elements are filtered, where the filter is in brackets. */
  readonly within: readonly Attribute[] | undefined;
}

export function parseFilter(kind: ResourceKind, text: string): Filter {
  if (text.length > MAX_LENGTH) throw invalidFilter(`A filter has at most ${MAX_LENGTH} characters.`);
  const reader: Reader = { kind, tokens: tokensOf(text), at: 0, within: undefined };
  const filter = either(reader, 0);
  if (reader.at < reader.tokens.length) throw unexpected(reader);
  return filter;
}

/** The filter in the brackets of a path, for the elements of a list. */
export function parseElementFilter(kind: ResourceKind, { parts }: Attribute, text: string): Filter {
  if (text.length > MAX_LENGTH) throw invalidFilter(`A filter has at most ${MAX_LENGTH} characters.`);
  const reader: Reader = { kind, tokens: tokensOf(text), at: 0, within: parts ?? [] };
  const filter = either(reader, 1);
  if (reader.at < reader.tokens.length) throw unexpected(reader);
  return filter;
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  let at = 0;
  while (at < end) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found === null) throw invalidFilter(`The filter cannot be read from character ${at + 1} on.`);
    tokens.push(found[0].trimStart());
    at = TOKEN.lastIndex;
  }
  if (tokens.length === 0) throw invalidFilter("The filter is empty.");
  return tokens;
}

const isNext = ({ tokens, at }: Reader, word: string): boolean => tokens[at]?.toLowerCase() === word;

function take(reader: Reader): string {
  const token = reader.tokens[reader.at];
  if (token === undefined) throw invalidFilter("The filter ends too early.");
  reader.at += 1;
  return token;
}

function expect(reader: Reader, token: string): void {
  if (!isNext(reader, token)) throw unexpected(reader);
  reader.at += 1;
}

function unexpected({ tokens, at }: Reader) {
  const token = tokens[at];
  return invalidFilter(
    token === undefined ? "The filter ends too early." : `The filter has an unexpected ${token.slice(0, 50)}.`,
  );
}

function either(reader: Reader, depth: number): Filter {
  const parts = [both(reader, depth)];
  while (isNext(reader, "or")) {
    reader.at += 1;
    parts.push(both(reader, depth));
  }
  return parts.length === 1 ? (parts[0] as Filter) : { kind: "or", parts };
}

function both(reader: Reader, depth: number): Filter {
  const parts = [single(reader, depth)];
  while (isNext(reader, "and")) {
    reader.at += 1;
    parts.push(single(reader, depth));
  }
  return parts.length === 1 ? (parts[0] as Filter) : { kind: "and", parts };
}

function single(reader: Reader, depth: number): Filter {
  if (depth > MAX_DEPTH) throw invalidFilter(`A filter is at most ${MAX_DEPTH} deep.`);
  if (isNext(reader, "not") && reader.tokens[reader.at + 1] === "(") {
    reader.at += 1;
    return { kind: "not", of: inParentheses(reader, depth) };
  }
  if (isNext(reader, "(")) return inParentheses(reader, depth);
  const path = pathIn(reader, take(reader));
  return isNext(reader, "[") ? elements(reader, path, depth) : condition(reader, path);
}

function inParentheses(reader: Reader, depth: number): Filter {
  expect(reader, "(");
  const filter = either(reader, depth + 1);
  expect(reader, ")");
  return filter;
}

/** `emails[type eq "work"]`, which directories also continue: `emails[type eq "work"].value eq "…"`. */
function elements(reader: Reader, path: AttributePath, depth: number): Filter {
  const { attribute, part } = path;
  if (reader.within !== undefined || part !== undefined || attribute.isMulti !== true) throw unexpected(reader);
  expect(reader, "[");
  const inner: Reader = { ...reader, within: attribute.parts ?? [] };
  const filter = either(inner, depth + 1);
  reader.at = inner.at;
  expect(reader, "]");
  const next = reader.tokens[reader.at];
  if (next?.startsWith(".") !== true) return { kind: "within", path, filter };
  const rest: Reader = { ...reader, at: reader.at + 1, within: inner.within };
  const then = condition(rest, pathIn(rest, next.slice(1)));
  reader.at = rest.at;
  return { kind: "within", path, filter: { kind: "and", parts: [filter, then] } };
}

function pathIn({ kind, within }: Reader, token: string): AttributePath {
  if (within !== undefined) {
    const attribute = within.find(({ name }) => name.toLowerCase() === token.toLowerCase());
    if (attribute === undefined) throw invalidFilter(`There is no attribute ${token.slice(0, 100)} to filter by.`);
    return { extension: undefined, attribute, part: undefined };
  }
  const path = attributePath(kind, token);
  if (path === undefined || path === "unknown")
    throw invalidFilter(`There is no attribute ${token.slice(0, 100)} to filter by.`);
  return path;
}

function condition(reader: Reader, path: AttributePath): Filter {
  const word = take(reader).toLowerCase();
  if (word === "pr") return { kind: "present", path };
  const operator = OPERATORS.find((known) => known === word);
  if (operator === undefined) throw invalidFilter(`There is no operator ${word.slice(0, 50)}.`);
  const value = valueOf(take(reader));
  const { type } = path.part ?? path.attribute;
  if (type === "boolean" && operator !== "eq" && operator !== "ne")
    throw invalidFilter(`The operator ${operator} is not for truth values.`);
  return { kind: "compare", path, operator, value };
}

const LITERALS: Readonly<Record<string, FilterValue>> = { true: true, false: false, null: null };

function valueOf(token: string): FilterValue {
  const literal = token.toLowerCase();
  if (Object.hasOwn(LITERALS, literal)) return LITERALS[literal] as FilterValue;
  if (!/^["\d-]/.test(token)) throw invalidFilter(`A text is written in quotes: "${token.slice(0, 50)}".`);
  try {
    return JSON.parse(token) as FilterValue;
  } catch {
    throw invalidFilter(`The filter has a text that cannot be read: ${token.slice(0, 50)}.`);
  }
}
