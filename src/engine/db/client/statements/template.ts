/** Statements as they are written in the code, with values and with parts of statements in them. */
import type { BinaryList } from "../values/parameters.ts";
import { typeOf } from "../values/texts.ts";
import { TYPES } from "../values/types.ts";

const PARTS = Symbol("parts of a statement");
const QUOTED = Symbol("quoted identifier");
const JSON_VALUE = Symbol("parameter of type jsonb");

/** A text with holes, and what is in them. */
interface Parts {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
}

/** A part of a statement. */
export interface Fragment {
  readonly [PARTS]: Parts;
}

export interface Identifier {
  readonly [QUOTED]: string;
}

export interface JsonParameter {
  readonly [JSON_VALUE]: unknown;
}

export type Argument =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | BinaryList
  | JsonParameter
  | Identifier
  | Fragment
  | readonly Argument[];

export const fragmentOf = (strings: readonly string[], values: readonly unknown[]): Fragment => ({
  [PARTS]: { strings, values },
});

/** A name of a table or a column, which may have any characters. */
export const identifier = (name: string): Identifier => ({ [QUOTED]: `"${name.replaceAll('"', '""')}"` });

export const jsonParameter = (value: unknown): JsonParameter => ({ [JSON_VALUE]: value });

/** A statement with the values of its parameters, and the types of those that are known. */
export interface Composed {
  text: string;
  readonly values: unknown[];
  readonly types: number[];
}

/** Texts without parts in them. The same string each time is found faster, because its hash is known. */
const texts = new WeakMap<readonly string[], string>();

export function compose({ [PARTS]: parts }: Fragment): Composed {
  const composed: Composed = { text: "", values: [], types: [] };
  if (parts.values.some(isStructure)) {
    append(composed, parts);
    return composed;
  }
  const known = texts.get(parts.strings);
  if (known === undefined) {
    append(composed, parts);
    texts.set(parts.strings, composed.text);
    return composed;
  }
  for (const value of parts.values) addValue(composed, value);
  composed.text = known;
  return composed;
}

const hasSymbol = (value: unknown, symbol: symbol): boolean =>
  typeof value === "object" && value !== null && symbol in value;

const isFragment = (value: unknown): value is Fragment => hasSymbol(value, PARTS);
const isIdentifier = (value: unknown): value is Identifier => hasSymbol(value, QUOTED);
const isJson = (value: unknown): value is JsonParameter => hasSymbol(value, JSON_VALUE);
const isChain = (value: unknown): value is readonly Fragment[] => Array.isArray(value) && isFragment(value[0]);

/** Whether it is written into the text. */
const isStructure = (value: unknown): boolean => isFragment(value) || isIdentifier(value) || isChain(value);

function append(to: Composed, { strings, values }: Parts): void {
  to.text += strings[0];
  for (const [index, value] of values.entries()) {
    appendArgument(to, value);
    to.text += strings[index + 1];
  }
}

function appendArgument(to: Composed, value: unknown): void {
  if (isFragment(value)) append(to, value[PARTS]);
  else if (isIdentifier(value)) to.text += value[QUOTED];
  else if (isChain(value)) {
    for (const fragment of value) {
      to.text += " ";
      append(to, fragment[PARTS]);
    }
  } else {
    addValue(to, value);
    to.text += `$${to.values.length}`;
  }
}

function addValue(to: Composed, argument: unknown): void {
  const json = isJson(argument);
  const value = json ? argument[JSON_VALUE] : argument;
  if (value === undefined) {
    throw Object.assign(new Error("a parameter of a statement is undefined"), { code: "UNDEFINED_VALUE" });
  }
  to.values.push(value);
  to.types.push(json ? TYPES.jsonb : typeOf(value));
}
