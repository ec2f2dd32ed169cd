import { type Static, Type } from "typebox";
import { ApiError, badRequest } from "../../api/errors.ts";
import { Id, json } from "../../api/params.ts";

const MOST_TERMS = 100;
const MOST_USERS = 1000;
const LONGEST_OPERAND = 10_000;

const operand = Type.Union([
  Type.String({ maxLength: LONGEST_OPERAND }),
  Type.Integer(),
  Type.Array(Id(), { maxItems: MOST_USERS }),
]);

const NarrowSchema = Type.Array(
  Type.Union([
    Type.Object({
      operator: Type.String({ maxLength: 100 }),
      operand,
      negated: Type.Optional(Type.Boolean()),
    }),
    Type.Array(Type.String({ maxLength: LONGEST_OPERAND }), { minItems: 2, maxItems: 2 }),
  ]),
  { maxItems: MOST_TERMS },
);

export const narrowParam = json("Which messages; all terms must match.", NarrowSchema);

export interface Term {
  readonly operator: string;
  readonly operand: string | number | readonly number[];
  readonly negated: boolean;
}

/** Older names of operators. */
const CANONICAL: Readonly<Record<string, string>> = { stream: "channel", "pm-with": "dm", pm_with: "dm" };

export function termsOf(narrow: Static<typeof NarrowSchema>): Term[] {
  return narrow.map((item) => {
    const { operator, operand, negated } = Array.isArray(item)
      ? { operator: item[0] as string, operand: item[1] as string, negated: false }
      : item;
    return { operator: CANONICAL[operator] ?? operator, operand, negated: negated ?? false };
  });
}

export const badNarrow = (desc: string): ApiError =>
  new ApiError("BAD_NARROW", `Invalid narrow operator: ${desc}`, { desc });

export const wrongOperand = (term: Term): ApiError => badRequest(`Invalid operand for ${term.operator}`);
