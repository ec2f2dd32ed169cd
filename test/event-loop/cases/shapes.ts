import type { Rule } from "../../fuzz/cases.ts";

/** Texts that take the longest where something is done more than once for each character. */
const PIECES: readonly string[] = [
  ...[
    "a",
    "word ",
    " ",
    "\n",
    "\r\n",
    "\t",
    " \n",
    "a\n",
    "1",
    "0",
    ".",
    ",",
    "-",
    "_",
    "/",
    "%",
    "%41",
    "\\",
    '"',
    "'",
  ],
  ...[
    "(",
    ")",
    "[",
    "[]",
    "[a](",
    "](b)",
    "{",
    "}",
    '{"a":',
    '["a",',
    "<b> ",
    "<",
    "</",
    "&amp;",
    "&",
    "<a href=",
    "<!--",
  ],
  ...[
    "*",
    "**",
    "*a",
    "_ ",
    "*_~`",
    "~~a",
    "`",
    "``",
    "`a``",
    "```\n",
    "```quote\n",
    "~~~",
    "$$",
    "$$a$$ ",
    "$$x^{",
    "|",
    "|a",
  ],
  ...[
    "a|b\n-|-\n",
    "> ",
    "> > * ",
    "* ",
    "1. a\n",
    "# ",
    "#",
    "---\n",
    ":smile: ",
    ":",
    "👩‍👩‍👧‍👦",
    "😀",
    "e\u0301",
    "\u0301",
    "ﷺ",
    "İ",
    "ß",
  ],
  ...["@**a**", "@**Hamlet** ", "@**", "@*support* ", "@", "#**general** ", "#**general>a** ", "#**", "<time:1> "],
  ...["https://e.com ", "http://", "e.com ", "www.", "a@b.com ", "a@", "a.", "aaaa b", "/user_uploads/1/a/b.png "],
  ...["```py\ndef a(x): return x\n```\n", "```c\nint a = 1;\n```\n", "$$\\frac{a}{b}$$ ", "\u202e", "\u0000"],
];
/** Texts that expressions read again and again before they fail, by their last character. */
const HOSTILE_ENDS = ["!", "@", "\n", ">", "]", "}", "x"];
const REPEATED = ["a", " ", "aA0", "-", ".", "<a ", "\n "];

/** A text of a length in characters. */
export interface Shape {
  readonly name: string;
  readonly text: (length: number) => string;
}

const repeated = (piece: string): Shape => ({
  name: piece,
  text(length) {
    const size = Array.from(piece).length;
    const whole = piece.repeat(Math.floor(length / size));
    return (
      whole +
      Array.from(piece)
        .slice(0, length % size)
        .join("")
    );
  },
});

const ending = (piece: string, end: string): Shape => ({
  name: `${piece}…${end}`,
  text: (length) => (length === 0 ? "" : repeated(piece).text(length - 1) + end),
});

const nested = (open: string, inner: string, close: string): Shape => ({
  name: `${open}…${close}`,
  text(length) {
    const depth = Math.max(0, Math.floor((length - inner.length) / (open.length + close.length)));
    return (open.repeat(depth) + inner + close.repeat(depth)).slice(0, length);
  },
});

export const SHAPES: readonly Shape[] = [
  ...PIECES.map(repeated),
  ...REPEATED.flatMap((piece) => HOSTILE_ENDS.map((end) => ending(piece, end))),
  ...[nested("[", "1", "]"), nested('{"a":', "1", "}"), nested("**_", "a", "_**"), nested("<b>", "a", "</b>")],
];

/** Those at equal distances, which begin elsewhere at each turn. */
export function someShapes(count: number, turn: number): Shape[] {
  const distance = SHAPES.length / count;
  return Array.from({ length: count }, (_, at) => SHAPES[Math.floor(at * distance + turn) % SHAPES.length] as Shape);
}

/** Those that have taken the longest, or nest, or are the most lines or characters of their kind. */
export const WORST_SHAPES: readonly Shape[] = ["a", "\r\n", "<b> ", "<a href=", "> ", "👩‍👩‍👧‍👦"].map(repeated);
const WORST: ReadonlySet<string> = new Set(WORST_SHAPES.map(({ name }) => name));

/**
 * For what takes long: each of the worst shapes in all forms, and each of the others in so many, which are other ones for
 * the next shape.
 */
export function* eachInForms<Form>(
  shapes: readonly Shape[],
  forms: readonly Form[],
  { count = 1, turn = 0 } = {},
): Generator<{ readonly shape: Shape; readonly form: Form }> {
  for (const [at, shape] of shapes.entries()) {
    const tried = WORST.has(shape.name) ? forms.length : count;
    for (let more = 0; more < tried; more += 1)
      yield { shape, form: forms[((turn + at) * count + more) % forms.length] as Form };
  }
}

/** A value at the limits of a rule costs no more than this many characters: no request may have a longer body. */
const MAX_CHARACTERS = 4_000_000;
/** Where no limit is declared. */
const MAX_LENGTH = 1_000_000;
const MAX_ITEMS = 100_000;

/** The largest values that a rule allows, whose texts are of a shape; one for each form that the rule has. */
export function worstValues(rule: Rule, shape: Shape, most = MAX_CHARACTERS): unknown[] {
  if (rule.anyOf !== undefined) return rule.anyOf.flatMap((form) => worstValues(form, shape, most));
  if (rule.const !== undefined) return [rule.const];
  if (rule.enum !== undefined) return [rule.enum.at(-1)];
  switch (rule.type) {
    case "string":
      return [shape.text(Math.min(rule.maxLength ?? MAX_LENGTH, most))];
    case "integer":
    case "number":
      return [rule.maximum ?? 2 ** 31 - 1];
    case "boolean":
      return [true];
    case "array":
      return worstValues(rule.items ?? {}, shape, most).map((item) => listOf(rule, item, most));
    case "object":
      return worstObjects(rule, shape, most);
    default:
      return [null];
  }
}

/** As many entries as are allowed, no two of which are the same: the end of each is its number. */
function listOf({ maxItems, items = {} }: Rule, item: unknown, most: number): unknown[] {
  const size = JSON.stringify(item).length + 1;
  const length = Math.max(1, Math.min(maxItems ?? MAX_ITEMS, Math.floor(most / size)));
  const isNumber = items.type === "integer" || (items.type === undefined && typeof item === "number");
  return Array.from({ length }, (_, at) => (isNumber ? at + 1 : numbered(item, at)));
}

/** The same text, with a number at its end. */
export function numbered(item: unknown, number: number): unknown {
  if (typeof item !== "string") return item;
  const end = String(number);
  return (
    item
      .slice(0, Math.max(0, item.length - end.length))
      .toWellFormed()
      .replaceAll("\ufffd", "x") + end
  );
}

function worstObjects(rule: Rule, shape: Shape, most: number): unknown[] {
  const properties = Object.entries(rule.properties ?? {});
  const maps = Object.values(rule.patternProperties ?? {}).map((of) => mapOf(of, shape, most));
  if (properties.length === 0) return maps.length === 0 ? [{}] : maps;
  const share = Math.floor(most / properties.length);
  const values = properties.map(([name, part]) => [name, worstValues(part, shape, share)] as const);
  const forms = Math.max(...values.map(([, all]) => all.length));
  return Array.from({ length: forms }, (_, form) =>
    Object.fromEntries(values.map(([name, all]) => [name, all[form % all.length]])),
  );
}

const MAX_KEYS = 10_000;

/** A map with many short values; one long value is a text, which other parameters have. */
function mapOf(of: Rule, shape: Shape, most: number): unknown {
  const [value] = worstValues(
    { ...of, ...(of.maxLength !== undefined && { maxLength: Math.min(of.maxLength, 20) }) },
    shape,
    1000,
  );
  const length = Math.max(1, Math.min(MAX_KEYS, Math.floor(most / 1000)));
  return Object.fromEntries(Array.from({ length }, (_, at) => [numbered(shape.text(20), at), value]));
}
