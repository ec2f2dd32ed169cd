import { type Static, Type } from "#platform/schema/type.ts";
import { ApiError, badRequest } from "#platform/errors.ts";
import { Id, json, MAX_ID, type Param } from "#api/parameters/params.ts";

const MAX_TERMS = 100;
const MAX_USERS = 1000;
const MAX_OPERAND_LENGTH = 10_000;

const operand = Type.Union([
  Type.String({ maxLength: MAX_OPERAND_LENGTH }),
  Type.Integer(),
  Type.Array(Id(), { maxItems: MAX_USERS }),
]);

const NarrowSchema = Type.Array(
  Type.Union([
    Type.Object({
      operator: Type.String({ maxLength: 100 }),
      operand,
      negated: Type.Optional(Type.Boolean()),
    }),
    Type.Array(Type.String({ maxLength: MAX_OPERAND_LENGTH }), { minItems: 2, maxItems: 2 }),
  ]),
  { maxItems: MAX_TERMS },
);

type Narrow = Static<typeof NarrowSchema>;

const narrowJson = json("Which messages; all terms must match.", NarrowSchema);

/** Null means no narrow. */
export const narrowParam: Param<Narrow> = {
  ...narrowJson,
  decode: (name, raw) => (raw === "null" ? [] : narrowJson.decode(name, raw)),
};

export interface Term {
  readonly operator: Operator;
  readonly operand: string | number | readonly number[];
  readonly negated: boolean;
}

/** Whether a term is `is:` with this word, negated or not. */
export const isState = ({ operator, operand }: Term, word: string): boolean => operator === "is" && operand === word;

type OperandKind = "text" | "id" | "ids";

/** Every operator with the kinds of its operands. */
const OPERATORS = {
  channel: ["text", "id"],
  channels: ["text"],
  topic: ["text"],
  sender: ["text", "id"],
  mentions: ["text", "id"],
  dm: ["text", "ids"],
  "dm-including": ["text", "id"],
  "group-pm-with": ["text", "id"],
  is: ["text"],
  has: ["text"],
  in: ["text"],
  id: ["text", "id"],
  near: ["text"],
  with: ["text", "id"],
  search: ["text"],
} as const satisfies Readonly<Record<string, readonly OperandKind[]>>;

type Operator = keyof typeof OPERATORS;

/** Older names of operators. */
const CANONICAL: Readonly<Record<string, Operator>> = {
  stream: "channel",
  streams: "channels",
  subject: "topic",
  from: "sender",
  "pm-with": "dm",
  pm_with: "dm",
  group_pm_with: "group-pm-with",
};

const canonical = (name: string): string => (Object.hasOwn(CANONICAL, name) ? (CANONICAL[name] as Operator) : name);

/** The terms of a narrow. `with` is allowed only where it is replaced by a conversation. */
export function termsOf(narrow: Narrow, knowsWith = false): Term[] {
  return narrow.map((item) => {
    const { operator, operand, negated } = Array.isArray(item)
      ? { operator: item[0] as string, operand: item[1] as string, negated: false }
      : item;
    const name = canonical(operator);
    if (!isOperator(name) || (name === "with" && !knowsWith)) throw badNarrow(`unknown operator '${operator}'`);
    const term = { operator: name, operand, negated: negated ?? false };
    checkOperand(term);
    return term;
  });
}

const isOperator = (name: string): name is Operator => Object.hasOwn(OPERATORS, name);

function checkOperand(term: Term): void {
  const kind: OperandKind = typeof term.operand === "string" ? "text" : typeof term.operand === "number" ? "id" : "ids";
  const isBlankSearch = term.operator === "search" && String(term.operand).trim() === "";
  const kinds: readonly OperandKind[] = OPERATORS[term.operator];
  if (!kinds.includes(kind) || isBlankSearch) throw badRequest(`Invalid operand for ${term.operator}`);
}

export const badNarrow = (desc: string): ApiError =>
  new ApiError("BAD_NARROW", `Invalid narrow operator: ${desc}`, { desc });

/** The message ID of a term such as `id` or `with`. */
export function messageIdOf({ operator, operand }: Term): number {
  const id = /^\d{1,10}$/.test(String(operand)) ? Number(operand) : Number.NaN;
  if (!(id <= MAX_ID)) throw badNarrow(`invalid '${operator}' operand`);
  return id;
}
