import type { Narrow, Term } from "./terms.ts";

/**
 * `before:`, `after:` and `on:` are this client's own: the server is asked for the rest, from the message on at which a
 * day begins or ends, and what is outside the days is left out. An operand is a day or two: `2026-11-09..2026-11-15`.
 */
export const isDateTerm = ({ operator }: Term): boolean =>
  operator === "before" || operator === "after" || operator === "on";

/** The first and the last day that words stand for. */
export interface Days {
  readonly first: Date;
  readonly last: Date;
}

export const dayAfter = (day: Date, count: number): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + count);

/** `2026`, `2026-11`, `2026-11-18`, and two days with dots between them. */
export function daysOfNumbers(text: string): Days | undefined {
  const range = /^(\S+)\.\.(\S+)$/.exec(text);
  if (range !== null) {
    const [first, last] = [daysOfNumbers(range[1] ?? ""), daysOfNumbers(range[2] ?? "")];
    return first === undefined || last === undefined || last.last < first.first
      ? undefined
      : { first: first.first, last: last.last };
  }
  const [, year, month, day] = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  if (month === undefined) return { first: new Date(Number(year), 0, 1), last: new Date(Number(year), 11, 31) };
  if (Number(month) < 1 || Number(month) > 12) return undefined;
  const first = new Date(Number(year), Number(month) - 1, Number(day ?? 1));
  // February has no 31st, which would be in March.
  if (first.getMonth() !== Number(month) - 1 || day === "0" || day === "00") return undefined;
  return { first, last: day === undefined ? new Date(Number(year), Number(month), 0) : first };
}

/** From the first second that is in a narrow to the first that is no longer in it, in UNIX seconds. */
export interface Bounds {
  readonly from: number;
  readonly to: number;
}

const EVER: Bounds = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

function boundsOfTerm({ operator, operand }: Term): Bounds {
  const days = daysOfNumbers(String(operand));
  // What is no date is before and after nothing, as an address that somebody has changed may be.
  if (days === undefined) return { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
  const [begins, ends] = [days.first.getTime() / 1000, dayAfter(days.last, 1).getTime() / 1000];
  if (operator === "before") return { ...EVER, to: begins };
  return operator === "after" ? { ...EVER, from: ends } : { from: begins, to: ends };
}

/** When the messages of a narrow were sent, as far as its dates say. */
export const boundsOf = (narrow: Narrow): Bounds =>
  narrow
    .filter(isDateTerm)
    .map(boundsOfTerm)
    .reduce(({ from, to }, next) => ({ from: Math.max(from, next.from), to: Math.min(to, next.to) }), EVER);

export const isWithin = ({ from, to }: Bounds, seconds: number): boolean => seconds >= from && seconds < to;
