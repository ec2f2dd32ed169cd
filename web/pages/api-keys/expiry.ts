import { t } from "../../language/text.ts";
import { duration } from "../../ui/duration.ts";

const DAY = 86_400;
const USUAL_DAYS = [7, 30, 90, 180, 365];
const FIRST_DAYS = 90;
/** Clocks differ: a key that lasts as long as the organization allows is not to be refused for it. */
const CLOCK_SKEW = 600;

/** Days that a key can last; null for ever. The organization may have a limit. */
export function expiryOptions(
  maxDays: number | null,
): readonly { readonly value: number | null; readonly label: string }[] {
  const days = USUAL_DAYS.filter((day) => maxDays === null || day < maxDays);
  const offered = maxDays === null ? days : [...days, maxDays];
  const timed = offered.map((day) => ({ value: day, label: duration(day * DAY) }));
  return maxDays === null ? [...timed, { value: null, label: t("No expiration") }] : timed;
}

export const firstExpiry = (maxDays: number | null): number => Math.min(FIRST_DAYS, maxDays ?? FIRST_DAYS);

/** UNIX seconds. */
export const expiryAfter = (days: number, now: number): number => Math.floor(now / 1000) + days * DAY - CLOCK_SKEW;
