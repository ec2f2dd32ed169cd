import { Type } from "#platform/schema/type.ts";
import { ApiError, badRequest } from "#platform/errors.ts";
import { optional, type Param, text } from "#api/parameters/params.ts";
import type { Anchor } from "./range.ts";

const WORDS = ["newest", "oldest", "first_unread"] as const;

const withWords = <Word extends string>(about: string, words: readonly Word[]): Param<Word | Anchor> => ({
  about,
  schema: Type.Union([Type.Integer(), Type.Enum([...words])]),
  isJson: false,
  required: true,
  decode(name, raw) {
    const word = raw.replace(/^"(.*)"$/, "$1");
    if ((words as readonly string[]).includes(word)) return word as Word;
    if (!/^-?\d{1,30}$/.test(word)) throw badRequest(`Invalid ${name}`);
    const id = Number(word);
    // Some clients use 0 for the beginning: no message has a smaller ID.
    return id > 0 ? id : "oldest";
  },
});

export const anchorParam: Param<Anchor> = withWords("A message ID, or `newest`, `oldest` or `first_unread`.", WORDS);

/** The same, or a time that another parameter has. */
export const datedAnchorParam = withWords(
  "A message ID, or `newest`, `oldest`, `first_unread`; or `date`: the first message at `anchor_date` or after it.",
  [...WORDS, "date"] as const,
);

export const anchorDateParam = optional(
  text("For the anchor `date`: a day or a time in ISO 8601, of UTC if it names no zone.", { max: 100 }),
);

const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:Z|([+-])(\d\d):?(\d\d)?)?)?$/i;

/** A day or a time in ISO 8601 as UNIX seconds, perhaps with a fraction. */
export function secondsOf(name: string, given: string): number {
  const [whole, day = "", clock = "00:00", seconds = "00", fraction = "0", sign = "+", hours = "00", minutes = "00"] =
    DATE.exec(given.trim()) ?? [];
  const local = whole === undefined ? Number.NaN : Date.parse(`${day}T${clock}:${seconds}.000Z`);
  // JavaScript turns the 30th of February into the 1st of March.
  const isReal = !Number.isNaN(local) && new Date(local).toISOString().startsWith(`${day}T${clock}`);
  if (!isReal || Number(hours) > 23 || Number(minutes) > 59)
    throw new ApiError("REQUEST_VARIABLE_INVALID", `${name} is not a date of ISO 8601`, { var_name: name });
  const east = (Number(hours) * 60 + Number(minutes)) * 60;
  return local / 1000 + Number(`0.${fraction}`) + (sign === "-" ? east : -east);
}
